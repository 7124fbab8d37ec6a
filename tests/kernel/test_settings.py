"""The values that settings can have."""

import pwd
import re
import tomllib
from pathlib import Path
from typing import Any, NoReturn

import pytest
from click.testing import CliRunner

from wildwood.cli.program import group
from wildwood.kernel.errors import ConfigError
from wildwood.kernel.files import folder
from wildwood.kernel.settings import checked, load_config

from tests.support.installation import Installation

SHIPPED = folder("config") / "wildwood.toml"


def refusal(text: str) -> str:
    """Return the message with which the defaults with these changes are refused."""
    tables: dict[str, dict[str, Any]] = tomllib.loads(SHIPPED.read_text(encoding="utf-8"))
    for name, changes in tomllib.loads(text).items():
        tables[name].update(changes)
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - the message is compared
        checked(tables, SHIPPED)
    return str(caught.value)


@pytest.mark.parametrize(
    "limit", ["-0.1", "-1", "1.000001", "2", "60", "nan", "-nan", "inf", "-inf"]
)
@pytest.mark.parametrize("key", ["external", "internal"])
def test_a_limit_must_be_between_0_and_1(key: str, limit: str) -> None:
    message = refusal(f"[limits]\n{key} = {limit}")
    assert message.startswith(f"limits.{key} must be between 0 and 1, not ")


@pytest.mark.parametrize("seconds", ["0", "0.0", "-1", "nan", "inf", "-inf"])
@pytest.mark.parametrize("key", ["connect_timeout_s", "timeout_s"])
def test_a_timeout_must_be_greater_than_0_and_finite(key: str, seconds: str) -> None:
    message = refusal(f"[mongodb]\n{key} = {seconds}")
    assert message.startswith(f"mongodb.{key} must be between 0.001 and 86400, not ")


def test_a_formula_must_be_a_known_one() -> None:
    message = refusal('[strength]\nformula = "cosine"')
    assert message == 'strength.formula must be "specified", "dice" or "tolerant", not \'cosine\''


@pytest.mark.parametrize("seconds", ["-1", "nan", "inf"])
def test_a_pause_must_be_finite_and_not_negative(seconds: str) -> None:
    message = refusal(f"[language]\npause_s = {seconds}")
    assert message.startswith("language.pause_s must be between 0 and 86400, not ")


@pytest.mark.parametrize("share", ["-0.1", "1", "nan"])
def test_an_expected_share_must_be_from_0_to_below_1(share: str) -> None:
    message = refusal(f"[language]\nenglish_share = {share}")
    assert message.startswith("language.english_share must be between 0 and 0.999, not ")


@pytest.mark.parametrize("contact", ["grü@example.org", r"ann\nbo"])
def test_a_contact_must_fit_into_a_request(contact: str) -> None:
    message = refusal(f'[language]\ncontact = "{contact}"')
    assert message.startswith("language.contact must be printable ASCII, not ")


@pytest.mark.parametrize("value", ["", "Space", "SPACE", " space", "keep"])
def test_punctuation_must_be_space_or_delete(value: str) -> None:
    message = refusal(f'[features]\npunctuation = "{value}"')
    assert message == f'features.punctuation must be "space" or "delete", not {value!r}'


def test_the_home_directory_of_an_unknown_user_is_refused() -> None:
    assert refusal('[paths]\nus = "~nobody-of-this-name/us"') == (
        "paths.us: the home directory in ~nobody-of-this-name/us is unknown; write the whole path"
    )


@pytest.fixture
def homeless(monkeypatch: pytest.MonkeyPatch) -> None:
    """Run as a user without an entry in the list of users, as in a container."""

    def unknown(number: int) -> NoReturn:
        raise KeyError(number)

    monkeypatch.delenv("HOME", raising=False)
    monkeypatch.setattr(pwd, "getpwuid", unknown)


@pytest.mark.usefixtures("homeless")
@pytest.mark.parametrize("child", [".", "a/b"])
def test_a_default_below_an_unknown_home_directory_is_refused_when_it_is_used(child: str) -> None:
    files = load_config(environment={}).extraction.files
    with pytest.raises(ConfigError) as caught:
        (files / child).absolute().mkdir(parents=True)
    assert str(caught.value).endswith("; set $HOME, or write the whole path in the configuration.")
    assert "The home directory in " in str(caught.value)


@pytest.mark.usefixtures("homeless")
def test_a_user_without_a_home_directory_can_run_what_needs_none(
    installation: Installation,
) -> None:
    assert installation.run("status").exit_code == 0
    without_paths = installation.config.read_text().replace("[paths]", "").splitlines()
    lines = [line for line in without_paths if not re.match(r"\s*(us|ps|db) =", line)]
    installation.config.write_text("\n".join(lines))
    assert installation.run("strengths").exit_code == 0
    result = installation.run("latest")
    assert result.exit_code == 1
    assert result.stderr == (
        "Error: The home directory in ~/ernad/var/reports/nep-all/source/us is unknown; set $HOME,"
        " or write the whole path in the configuration.\n"
    )


@pytest.mark.parametrize("value", ["", "\\u0000"])
@pytest.mark.parametrize("key", ["paths.us", "paths.ps", "paths.db", "extraction.files"])
def test_a_directory_must_have_a_name(key: str, value: str) -> None:
    assert refusal(f'{key} = "{value}"').startswith(f"{key} must be a path, not '")


def test_the_address_to_listen_on_is_never_left_open() -> None:
    message = refusal('[extraction]\nhost = ""')
    assert message == "extraction.host must not be empty; for all addresses, set 0.0.0.0"


@pytest.mark.parametrize("origin", ['""', "[]", '"example.org"'])
def test_a_site_must_be_an_http_url(origin: str) -> None:
    assert refusal(f"[extraction]\ncors_origins = [{origin}]").startswith(
        'extraction.cors_origins can contain "*" and addresses that start with http:// or https://'
    )


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("port", "65536"),
        ("max_mb", "0"),
        ("keep_hours", "0"),
        ("workers", "0"),
        ("memory_mb", "255"),
        ("time_s", "nan"),
    ],
)
def test_a_number_of_the_extraction_must_be_in_its_range(key: str, value: str) -> None:
    message = refusal(f"[extraction]\n{key} = {value}")
    assert message.startswith(f"extraction.{key} must be between ")


@pytest.mark.parametrize("days", ["-1", "36501", "1.5"])
def test_the_days_until_an_issue_is_late_are_a_count(days: str) -> None:
    assert refusal(f"[alarm]\nlate_days = {days}").startswith("alarm.late_days must be ")


def test_documents_are_kept_since_their_upload_or_their_last_access() -> None:
    message = refusal('[extraction]\nkeep_since = "now"')
    assert message == 'extraction.keep_since must be "upload" or "access", not \'now\''


def test_stored_data_is_verified_or_that_of_near_duplicates() -> None:
    message = refusal('[extraction]\nreuse = "closest"')
    assert message == 'extraction.reuse must be "verified" or "near", not \'closest\''


def test_the_public_url_must_be_an_http_url() -> None:
    message = refusal('[extraction]\npublic_url = "localhost:8070"')
    assert message == (
        "extraction.public_url must be empty or start with http:// or https://,"
        " not 'localhost:8070'"
    )


def test_the_languages_of_scans_are_codes_of_tesseract() -> None:
    message = refusal('[extraction]\nocr = "eng deu"')
    assert message == (
        "extraction.ocr must be empty or language codes of Tesseract, such as eng or eng+deu,"
        " not 'eng deu'"
    )


@pytest.mark.parametrize("key", ["port", "workers", "waiting"])
def test_a_count_must_be_an_integer(key: str) -> None:
    message = refusal(f"[extraction]\n{key} = 1.0")
    assert message == f"extraction.{key} must be an integer, not 1.0"


@pytest.mark.parametrize("command", [["2015-03-05"], ["latest"], ["rebuild"], ["strengths"]])
def test_without_a_configuration_a_command_says_which_to_write(
    command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "conf"))
    result = CliRunner().invoke(group, command)
    assert result.exit_code == 1
    file = tmp_path / "conf" / "wildwood" / "wildwood.toml"
    cure = f"there is no configuration yet: set us, ps and db under [paths] in {file}.\n"
    assert result.stderr.endswith(f"; {cure}")
    assert list(tmp_path.iterdir()) == []
