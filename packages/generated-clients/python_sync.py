"""Copies the contracts of a customer, by the client of openapi-python-client: all pages, and what a rejection says."""

import json
import sys

from accord_client import AuthenticatedClient
from accord_client.api.contracts import create_contract, get_contract, list_contracts
from accord_client.api.customers import create_customer
from accord_client.models import (
    Contract,
    ContractEnvelope,
    ContractPageEnvelope,
    CreateContractV3Dto,
    CreateCustomerV3Dto,
    CustomerEnvelope,
    Rejection,
)
from accord_client.types import UNSET, Unset


def sync(base_url: str, key: str) -> list[str]:
    accord = AuthenticatedClient(base_url=base_url, token=key)
    made = create_customer.sync(client=accord, body=CreateCustomerV3Dto(name="Northwind"))
    if not isinstance(made, CustomerEnvelope):
        raise RuntimeError("No customer was made.")
    customer_id = made.payload.id
    for name in ("Plan C", "Plan A", "Plan B"):
        body = CreateContractV3Dto(name=name, customer_id=customer_id)
        if not isinstance(create_contract.sync(client=accord, body=body), ContractEnvelope):
            raise RuntimeError(f"{name} was not made.")

    contracts: list[Contract] = []
    cursor: str | Unset = UNSET
    while True:
        # The client sends the default page with every request, and a cursor stands for one.
        page = list_contracts.sync(
            client=accord, page=UNSET, limit=2, sort="name:asc", filter_=f"customerId:eq:{customer_id}", cursor=cursor
        )
        if not isinstance(page, ContractPageEnvelope):
            raise RuntimeError(f"There is no page: {page.message}" if page else "There is no page.")
        contracts.extend(page.payload.data)
        following = page.payload.next_cursor
        if following is None:
            break
        cursor = following

    missing = get_contract.sync(client=accord, id=customer_id)
    code = missing.error.error_code if isinstance(missing, Rejection) else ""
    return [*(contract.name for contract in contracts), contracts[0].status, code]


if __name__ == "__main__":
    print(json.dumps(sync(sys.argv[1], sys.argv[2])))
