"""What the outside fuzzer checks beside its own checks, of the one thing that the document says in words alone: why a request is rejected."""

import schemathesis

# What is wrong with the shape of a request, and depends on nothing that is stored and on no other field.
ABOUT_SHAPE = {"TYPE", "ENUM", "LENGTH", "FORMAT", "REQUIRED", "UNKNOWN_FIELD", "UNKNOWN_QUERY", "PATTERN", "AMOUNT_INVALID"}

# Fields whose digits are checked against each other, or whose bytes are a file: no pattern says that.
BEYOND_PATTERNS = {"/logo", "/bankAccount/iban", "/bankAccount/bic", "/path"}


@schemathesis.check
def valid_by_the_document(ctx, response, case):
    """What the document allows is not rejected for its shape."""
    meta = case.meta
    if meta is None or not meta.generation.mode.is_positive or response.status_code != 400:
        return
    issues = response.json()["error"]["details"].get("issues", [])
    wrong = [issue for issue in issues if issue["code"] in ABOUT_SHAPE and issue["path"] not in BEYOND_PATTERNS]
    if wrong:
        raise AssertionError(f"valid by the document, and rejected: {wrong}")


@schemathesis.check
def no_server_error(ctx, response, case):
    """The document has one 500: for a contract without a file."""
    if response.status_code >= 500:
        code = response.json()["error"]["errorCode"]
        assert code == "CONTRACT_FILE_MISSING", f"{response.status_code} {code}"


@schemathesis.check
def answered_in_the_envelope(ctx, response, case):
    """Every JSON answer has the four fields, whoever rejected the request."""
    if not response.headers.get("content-type", [""])[0].startswith("application/json"):
        return
    body = response.json()
    assert body["success"] is (response.status_code < 300), body
    if not body["success"]:
        assert body["payload"] == {} and body["error"]["code"] == response.status_code, body
