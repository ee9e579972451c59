/** The newest entries: at most so many, and together at most so heavy. The newest one stays in any case. */
export class Kept extends Map {
  #weight = 0;
  #limits;

  /** `weigh(value)` is asked once for each entry, in the unit of `heaviest`. */
  constructor({ most, heaviest = Infinity, weigh = () => 0 }) {
    super();
    this.#limits = { most, heaviest, weigh };
  }

  set(key, value) {
    const { most, heaviest, weigh } = this.#limits;
    this.delete(key);
    const weight = weigh(value);
    this.#weight += weight;
    super.set(key, { value, weight });
    while (this.size > 1 && (this.size > most || this.#weight > heaviest)) this.delete(this.keys().next().value);
    return this;
  }

  get(key) {
    return super.get(key)?.value;
  }

  delete(key) {
    this.#weight -= super.get(key)?.weight ?? 0;
    return super.delete(key);
  }

  clear() {
    this.#weight = 0;
    super.clear();
  }

  /** The values, oldest first. */
  list() {
    return [...super.values()].map(({ value }) => value);
  }
}
