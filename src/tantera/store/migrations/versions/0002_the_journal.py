"""The journal of a store in a data folder."""

import sqlalchemy as sa
from alembic import op

revision = "2"
down_revision = "1"


def upgrade() -> None:
    if op.get_bind().dialect.name == "sqlite":
        op.create_table(
            "journal",
            sa.Column("stream", sa.Text, nullable=False),
            sa.Column("version", sa.BigInteger, nullable=False),
            sa.Column("order_id", sa.Text, nullable=True),
            sa.Column("event", sa.LargeBinary, nullable=False),
        )
