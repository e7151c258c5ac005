/**
 * Finds missing periods between the first and the last value of a date column. One bit per period,
 * so a value costs a few operations and a column at most half a megabyte.
 */
import type { ColumnProfile } from "../../market/profile/schemas.ts";
import { dayMs, hourMs, minuteMs } from "../../platform/time.ts";

type DateCoverage = NonNullable<ColumnProfile["dates"]>;
type Unit = DateCoverage["granularity"];

/** Converts between times (ms, UTC) and period numbers counted from 1970. */
type Calendar = { numberOf(time: number): number; startOf(number: number): number };

function evenPeriods(lengthMs: number): Calendar {
  return {
    numberOf: (time) => Math.floor(time / lengthMs),
    startOf: (number) => number * lengthMs,
  };
}

function monthPeriods(months: number): Calendar {
  return {
    numberOf: (time) => {
      const date = new Date(time);
      return Math.floor((date.getUTCFullYear() * 12 + date.getUTCMonth()) / months);
    },
    // Date.UTC would read years below 100 as 19xx.
    startOf: (number) => new Date(0).setUTCFullYear(0, number * months, 1),
  };
}

/** Days since the Monday before 1970. */
const mondayDays = (time: number): number => Math.floor(time / dayMs) + 3;
const weekdayOf = (time: number): number => ((mondayDays(time) % 7) + 7) % 7;

const calendars: Readonly<Record<Unit, Calendar>> = {
  second: evenPeriods(1000),
  minute: evenPeriods(minuteMs),
  hour: evenPeriods(hourMs),
  day: evenPeriods(dayMs),
  weekday: {
    numberOf: (time) => Math.floor(mondayDays(time) / 7) * 5 + Math.min(4, weekdayOf(time)),
    startOf: (number) => (Math.floor(number / 5) * 7 + (((number % 5) + 5) % 5) - 3) * dayMs,
  },
  week: {
    numberOf: (time) => Math.floor(mondayDays(time) / 7),
    startOf: (number) => (number * 7 - 3) * dayMs,
  },
  month: monthPeriods(1),
  quarter: monthPeriods(3),
  year: monthPeriods(12),
};

/**
 * The units that a bit may represent; when a unit needs too many bits, the next coarser one is
 * used.
 */
const heldUnits: readonly Unit[] = ["second", "minute", "hour", "day", "month", "year"];
/** The granularities that can be derived from the bits of each unit, finest first. */
const granularitiesOf: Readonly<Partial<Record<Unit, readonly Unit[]>>> = {
  second: ["second", "minute", "hour", "weekday", "day", "week", "month", "quarter", "year"],
  minute: ["minute", "hour", "weekday", "day", "week", "month", "quarter", "year"],
  hour: ["hour", "weekday", "day", "week", "month", "quarter", "year"],
  day: ["weekday", "day", "week", "month", "quarter", "year"],
  month: ["month", "quarter", "year"],
  year: ["year"],
};

/** A unit is the column's granularity if at least this share of its periods have a value. */
const coverageMin = 0.5;
/** Fewer days without a weekend may be chance. */
const weekdaysMin = 10;
const heldPeriodsMax = 4_194_304;

/** The periods of one date or datetime column, collected chunk by chunk. */
export class DatePeriods {
  readonly #periodsMax: number;
  readonly #isDate: boolean;
  #held: number;
  #bits = new Uint8Array(0);
  /** Number of the period of bit 0. */
  #base = 0;
  #first = Number.POSITIVE_INFINITY;
  #last = Number.NEGATIVE_INFINITY;
  #values = 0;
  /** Cached result, with the number of values that it covers. */
  #told: { values: number; zoned: boolean; found: DateCoverage | null } | null = null;

  /** `share` is the fraction (0 to 1) of the usual memory that the column may use. */
  constructor(type: "date" | "datetime", share: number) {
    this.#periodsMax = Math.max(65_536, Math.floor(heldPeriodsMax * share));
    this.#isDate = type === "date";
    this.#held = heldUnits.indexOf(this.#isDate ? "day" : "second");
  }

  /** Adds a chunk's values since 1970: dates in days, datetimes in milliseconds. */
  add(times: Float64Array): void {
    const scale = this.#isDate ? dayMs : 1;
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < times.length; i++) {
      const time = times[i] as number;
      if (time < low) low = time;
      if (time > high) high = time;
    }
    this.#values += times.length;
    this.#first = Math.min(this.#first, low * scale);
    this.#last = Math.max(this.#last, high * scale);
    this.#makeRoom();
    const even = this.#held < 4;
    const length = even ? this.#unitLength() / scale : 0;
    const bits = this.#bits;
    const base = this.#base;
    for (let i = 0; i < times.length; i++) {
      const time = times[i] as number;
      const number = even ? Math.floor(time / length) : this.#calendar.numberOf(time * scale);
      const at = number - base;
      bits[at >> 3] = (bits[at >> 3] as number) | (1 << (at & 7));
    }
  }

  /** The coverage of periods; null without two different periods. Repeated calls are cheap. */
  result(zoned: boolean): DateCoverage | null {
    const values = this.#values;
    if (this.#told?.values !== values || this.#told.zoned !== zoned) {
      this.#told = { values, zoned, found: this.#find(zoned) };
    }
    return this.#told.found;
  }

  #find(zoned: boolean): DateCoverage | null {
    if (this.#values === 0) return null;
    const held = heldUnits[this.#held] as Unit;
    for (const unit of granularitiesOf[held] ?? []) {
      const found = this.#coverage(unit, zoned);
      if (!found) continue;
      if (found.expected < 2 && unit !== "year") continue;
      if (found.expected < 2) return null;
      if (found.present >= found.expected * coverageMin || unit === "year") return found;
    }
    return null;
  }

  get #calendar(): Calendar {
    return calendars[heldUnits[this.#held] as Unit];
  }

  #unitLength(): number {
    return this.#calendar.startOf(1) - this.#calendar.startOf(0);
  }

  /**
   * Makes the bits cover the range from the first to the last value, in coarser units if necessary.
   */
  #makeRoom(): void {
    const before = { calendar: this.#calendar, bits: this.#bits, base: this.#base };
    const span = (): number =>
      this.#calendar.numberOf(this.#last) - this.#calendar.numberOf(this.#first);
    while (span() >= this.#periodsMax && this.#held < heldUnits.length - 1) this.#held++;
    const from = this.#calendar.numberOf(this.#first);
    const to = this.#calendar.numberOf(this.#last);
    const same = before.calendar === this.#calendar;
    if (same && from >= this.#base && to < this.#base + this.#bits.length * 8) return;
    // Doubling the room on the growing side keeps sorted files cheap.
    const spare = Math.min(to - from + 1024, Math.max(0, this.#periodsMax - (to - from) - 1));
    const growsDown = same && this.#bits.length > 0 && from < this.#base;
    this.#base = growsDown ? from - spare : from;
    this.#bits = new Uint8Array(Math.ceil((to - from + 1 + spare) / 8));
    for (const number of setBits(before.bits, before.base)) {
      const at =
        (same ? number : this.#calendar.numberOf(before.calendar.startOf(number))) - this.#base;
      this.#bits[at >> 3] = (this.#bits[at >> 3] as number) | (1 << (at & 7));
    }
  }

  /** Counts the periods of a unit; null if the unit does not suit the values. */
  #coverage(unit: Unit, zoned: boolean): DateCoverage | null {
    const calendar = calendars[unit];
    const held = this.#calendar;
    let present = 0;
    let previous = Number.NaN;
    let gap = { from: 0, to: 0, missing: 0 };
    let start = 0;
    for (const number of setBits(this.#bits, this.#base)) {
      const time = held.startOf(number);
      if (unit === "weekday" && weekdayOf(time) > 4) return null;
      const period = unit === heldUnits[this.#held] ? number : calendar.numberOf(time);
      if (period === previous) continue;
      const missing = period - previous - 1;
      if (present === 0) start = period;
      else if (missing > gap.missing) gap = { from: previous, to: period, missing };
      previous = period;
      present++;
    }
    const expected = previous - start + 1;
    if (unit === "weekday" && present < weekdaysMin) return null;
    const print = (period: number): string => printTime(calendar.startOf(period), unit, zoned);
    return {
      granularity: unit,
      method: this.#mayBeFiner() ? "coarsened" : "exact",
      expected,
      present,
      missing: expected - present,
      largest_gap:
        gap.missing > 0
          ? { after: print(gap.from), before: print(gap.to), missing: gap.missing }
          : null,
    };
  }

  /** Whether a finer unit, for which there was no room, might have had enough coverage. */
  #mayBeFiner(): boolean {
    if (this.#held <= heldUnits.indexOf(this.#isDate ? "day" : "second")) return false;
    const finer = calendars[heldUnits[this.#held - 1] as Unit];
    const expected = finer.numberOf(this.#last) - finer.numberOf(this.#first) + 1;
    return this.#values >= expected * coverageMin;
  }
}

/** The numbers of the periods whose bits are set, in order. */
function* setBits(bits: Uint8Array, base: number): Generator<number> {
  for (let at = 0; at < bits.length; at++) {
    const byte = bits[at] as number;
    for (let bit = 0; byte >> bit !== 0; bit++) {
      if ((byte >> bit) & 1) yield base + at * 8 + bit;
    }
  }
}

function printTime(time: number, unit: Unit, zoned: boolean): string {
  const text = new Date(time).toISOString();
  const day = text.replace(/T.*$/, "");
  if (unit !== "second" && unit !== "minute" && unit !== "hour") return day;
  return text.replace(/\.\d+Z$/, zoned ? "Z" : "");
}
