"""The site that answers everything: docs/*.md, the rule books and the reference of the library, as pages."""
