import type { AuditLine } from '#server/operations/audit/line.ts';

/** The report lists people and addresses with at least so many failures. */
const MIN_LISTED_FAILURES = { person: 5, address: 20 };

type NamedCount = { readonly name: string; readonly count: number };

/** An admin action in the audit. */
export type OperatorAction = {
  readonly time: string;
  readonly operator: string;
  readonly action: string;
  /** The ID of the changed account; empty for an action without an account. */
  readonly account: string;
  readonly result: string;
  readonly details: Readonly<Record<string, string | number | boolean>>;
};

/** The summary of the audit of a month. Numbers without another comment count events. */
export type MonthlyReport = {
  readonly events: number;
  /** How many people have signed in. */
  readonly people: number;
  readonly signIns: number;
  /** How often people have signed in at each service. */
  readonly services: readonly NamedCount[];
  readonly refusals: number;
  /** How often each account was locked. */
  readonly locks: readonly NamedCount[];
  /** People and addresses with many failures. */
  readonly failingPeople: readonly NamedCount[];
  readonly failingAddresses: readonly NamedCount[];
  readonly passwordChanges: number;
  readonly factorChanges: number;
  readonly actions: readonly OperatorAction[];
  /** The actions that exported personal data. */
  readonly exports: readonly OperatorAction[];
};

const EXPORT_ACTIONS: ReadonlySet<string> = new Set(['export', 'backup']);

const FAILURE_EVENTS: ReadonlySet<AuditLine['event']> = new Set([
  'login.refused',
  'identity.refused',
  'password.refused',
  'factor.refused',
  'phone.mismatched',
]);

/** Counts names. */
class Counts {
  readonly #counts = new Map<string, number>();

  add(name: string): void {
    if (name !== '') this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }

  /** The names with at least `min` occurrences, the most frequent first. */
  list(min: number): readonly NamedCount[] {
    return [...this.#counts]
      .filter(([, count]) => count >= min)
      .map(([name, count]) => ({ name, count }))
      .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
  }
}

const actionOf = ({ time, operator, action, account, result, details }: AuditLine): OperatorAction => ({
  time,
  operator: String(operator ?? ''),
  action: String(action ?? ''),
  account,
  result,
  details: typeof details === 'object' ? details : {},
});

/** Summarises the audit of a month, because the law requires a monthly review of access records. */
export async function monthlyReport(events: AsyncIterable<AuditLine>): Promise<MonthlyReport> {
  const people = new Set<string>();
  const services = new Counts();
  const locks = new Counts();
  const failingPeople = new Counts();
  const failingAddresses = new Counts();
  const totals = { events: 0, signIns: 0, refusals: 0, passwordChanges: 0, factorChanges: 0 };
  const actions: OperatorAction[] = [];
  for await (const line of events) {
    const { event, account, client, address } = line;
    totals.events += 1;
    if (FAILURE_EVENTS.has(event)) {
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
    if (event === 'administration') actions.push(actionOf(line));
  }
  return {
    ...totals,
    people: people.size,
    services: services.list(1),
    locks: locks.list(1),
    failingPeople: failingPeople.list(MIN_LISTED_FAILURES.person),
    failingAddresses: failingAddresses.list(MIN_LISTED_FAILURES.address),
    actions,
    exports: actions.filter(({ action, result }) => EXPORT_ACTIONS.has(action) && result === 'ok'),
  };
}
