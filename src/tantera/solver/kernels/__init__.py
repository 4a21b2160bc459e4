"""Machine-code kernels: arrays in, arrays out. Nothing here knows a Tile, a Hand or a Book; `encode` is the bridge."""
