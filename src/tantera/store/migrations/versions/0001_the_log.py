"""The log and the pulse."""

import sqlalchemy as sa
from alembic import op

revision = "1"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "event",
        sa.Column("stream", sa.Text().with_variant(sa.Text(collation="C"), "postgresql"), nullable=False),
        sa.Column("version", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("order_id", sa.Text, nullable=True),
        sa.Column("event", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("stream", "version"),
        sqlite_with_rowid=False,
    )
    ordered, first = sa.text("order_id IS NOT NULL"), sa.text("version = 1")
    op.create_index("event_order", "event", ["stream", "order_id"], sqlite_where=ordered, postgresql_where=ordered)
    op.create_index("event_first", "event", ["stream"], unique=True, sqlite_where=first, postgresql_where=first)
    pulse = op.create_table("pulse", sa.Column("beats", sa.Integer, nullable=False))
    op.bulk_insert(pulse, [{"beats": 0}])
