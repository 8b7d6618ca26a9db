import type { AuditLine } from '#server/operations/audit/line.ts';

/** Number of failures from which a person or an address is reported. */
const MANY_FAILURES = { person: 5, address: 20 };

type NamedCount = { readonly name: string; readonly count: number };

export type OperatorAct = {
  readonly time: string;
  readonly operator: string;
  readonly action: string;
  /** The changed account; empty when there is none. */
  readonly account: string;
  readonly result: string;
  readonly details: Readonly<Record<string, string | number | boolean>>;
};

/** Summary of the audit of a month. */
export type MonthlyReport = {
  readonly events: number;
  readonly people: number;
  readonly signIns: number;
  readonly services: readonly NamedCount[];
  readonly refusals: number;
  readonly locks: readonly NamedCount[];
  /** People and addresses with many failures. */
  readonly failingPeople: readonly NamedCount[];
  readonly failingAddresses: readonly NamedCount[];
  readonly passwordChanges: number;
  readonly factorChanges: number;
  readonly acts: readonly OperatorAct[];
  /** Acts that exported personal data. */
  readonly exports: readonly OperatorAct[];
};

const EXPORTS: ReadonlySet<string> = new Set(['export', 'backup']);

const FAILURES: ReadonlySet<AuditLine['event']> = new Set([
  'login.refused',
  'identity.refused',
  'password.refused',
  'factor.refused',
  'phone.mismatched',
]);

class Counts {
  readonly #counts = new Map<string, number>();

  add(name: string): void {
    if (name !== '') this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }

  /** Names with at least this count, in descending order. */
  list(min: number): readonly NamedCount[] {
    return [...this.#counts]
      .filter(([, count]) => count >= min)
      .map(([name, count]) => ({ name, count }))
      .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
  }
}

const actOf = ({ time, operator, action, account, result, details }: AuditLine): OperatorAct => ({
  time,
  operator: String(operator ?? ''),
  action: String(action ?? ''),
  account,
  result,
  details: typeof details === 'object' ? details : {},
});

/** Summarises the audit of a month, for the review of access records that the law requires. */
export async function monthlyReport(events: AsyncIterable<AuditLine>): Promise<MonthlyReport> {
  const people = new Set<string>();
  const [services, locks, failingPeople, failingAddresses] = [1, 2, 3, 4].map(() => new Counts()) as [
    Counts,
    Counts,
    Counts,
    Counts,
  ];
  const totals = { events: 0, signIns: 0, refusals: 0, passwordChanges: 0, factorChanges: 0 };
  const acts: OperatorAct[] = [];
  for await (const line of events) {
    const { event, account, client, address } = line;
    totals.events += 1;
    if (FAILURES.has(event)) {
      totals.refusals += 1;
      failingPeople.add(account);
      failingAddresses.add(address);
    }
    if (event === 'login.completed') {
      totals.signIns += 1;
      people.add(account);
    }
    if (event === 'service.entered') services.add(client);
    if (event === 'login.locked') locks.add(account);
    if (event === 'password.changed') totals.passwordChanges += 1;
    if (event === 'factor.added' || event === 'factor.removed') totals.factorChanges += 1;
    if (event === 'administration') acts.push(actOf(line));
  }
  return {
    ...totals,
    people: people.size,
    services: services.list(1),
    locks: locks.list(1),
    failingPeople: failingPeople.list(MANY_FAILURES.person),
    failingAddresses: failingAddresses.list(MANY_FAILURES.address),
    acts,
    exports: acts.filter(({ action, result }) => EXPORTS.has(action) && result === 'ok'),
  };
}
