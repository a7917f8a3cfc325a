// Map tiles below the track: only in pages that were made with an address for them.

class Tiles {
  static most = 19;

  /** `address` has {z}, {x} and {y} in it; `loaded` is told whenever there is more to see. */
  constructor(address, loaded) {
    this.address = address;
    this.loaded = loaded;
    this.images = new Map();
    this.isDark = () => false;
  }

  get credit() {
    const { host } = new URL(this.address.replace(/[{}]/g, ""));
    return /(^|\.)openstreetmap\.org$/.test(host) ? "© OpenStreetMap contributors" : host && `Map: ${host}`;
  }

  draw(context, view) {
    const zoom = Math.max(0, Math.min(Tiles.most, Math.round(view.zoom)));
    const count = 2 ** zoom;
    const side = view.size / count;
    const columns = [view.x - view.width / 2 / view.size, view.x + view.width / 2 / view.size];
    const rows = [view.y - view.height / 2 / view.size, view.y + view.height / 2 / view.size];
    context.globalAlpha = this.isDark() ? 0.55 : 1;
    for (let column = Math.floor(columns[0] * count); column <= columns[1] * count; column++) {
      for (let row = Math.max(0, Math.floor(rows[0] * count)); row <= Math.min(count - 1, rows[1] * count); row++) {
        const image = this.#image(zoom, ((column % count) + count) % count, row);
        if (image.complete && image.naturalWidth > 0) {
          // Half a pixel more, so that no seam is seen.
          context.drawImage(image, view.left(column / count), view.top(row / count), side + 0.5, side + 0.5);
        }
      }
    }
    context.globalAlpha = 1;
  }

  #image(zoom, column, row) {
    const address = this.address.replaceAll("{z}", zoom).replaceAll("{x}", column).replaceAll("{y}", row);
    let image = this.images.get(address);
    if (!image) {
      image = new Image();
      image.onload = this.loaded;
      image.src = address;
      this.images.set(address, image);
      if (this.images.size > 600) this.images.delete(this.images.keys().next().value);
    }
    return image;
  }
}
