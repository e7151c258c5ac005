"""The marketplace that this package came from; the copy that it serves names itself here."""
from typing import Optional

VERSION = "1.0.0"
URL: Optional[str] = None
