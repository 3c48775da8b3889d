-- Reports name the currencies they leave out. An entry of a contract is in the contract's currency; those of no contract, such as
-- payments, are looked up here. A close posts none of them, so the index costs it nothing.
create index journal_entry_currency on journal_entry (merchant_id, currency) where contract_id is null;
