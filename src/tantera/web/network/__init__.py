"""The network of a hall: the address that phones can reach, QR codes for the page and for the Wi-Fi."""
