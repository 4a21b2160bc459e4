"""What Alembic runs: the migrations over the connection that `tantera.store.migrate` hands it."""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
context.run_migrations()
