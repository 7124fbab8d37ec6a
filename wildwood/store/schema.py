"""Whether the database has the schema that this version knows, and bringing it there."""

from pymongo_migrate.mongo_migrate import MongoMigrate

from wildwood import resources
from wildwood.errors import StoreError
from wildwood.store.connection import Connection

_RECORD = "pymongo_migrate"


def shipped() -> list[str]:
    """The names of the migrations of this version, in order."""
    return sorted(path.stem for path in resources.folder("migrations").glob("[0-9]*.py"))


def applied(connection: Connection) -> list[str]:
    """The names of the migrations that the database has had, in order."""
    done = connection.collection(_RECORD).find({"applied": {"$ne": None}})
    return sorted({document["name"] for document in done})


def is_new(connection: Connection) -> bool:
    """Whether migrations are to run here, and nothing is stored that they might change.

    So it is with a database that nobody has used, and one whose first use was broken off.
    """
    unused = all(connection.collection(name).find_one() is None for name in ("handles", "issues"))
    return unused and bool(_missing(applied(connection)))


def migrate(connection: Connection) -> list[str]:
    """Run the migrations that have not run yet; give their names."""
    before = applied(connection)
    _refuse_newer(connection, before)
    MongoMigrate(
        client=connection.database.client,
        database=connection.database.name,
        migrations_dir=str(resources.folder("migrations")),
        migrations_collection=_RECORD,
    ).upgrade()
    return [name for name in applied(connection) if name not in before]


def check(connection: Connection) -> None:
    """See that the schema is this version's.

    Raises:
        StoreError: it is older or newer; the sentence has the cure.
    """
    done = applied(connection)
    _refuse_newer(connection, done)
    if missing := _missing(done):
        raise StoreError(
            f"The database {connection.database.name} has an older schema (without"
            f" {missing[0]}); run `wildwood migrate`."
        )


def _missing(done: list[str]) -> list[str]:
    return [name for name in shipped() if name not in done]


def _refuse_newer(connection: Connection, done: list[str]) -> None:
    if unknown := [name for name in done if name not in shipped()]:
        raise StoreError(
            f"The database {connection.database.name} was made by a newer wildwood"
            f" ({unknown[-1]}); update it: pip install . in its newest checkout."
        )
