"""Papers: a document as data, written as HTML and PDF, and the laboratory's report that is one."""
