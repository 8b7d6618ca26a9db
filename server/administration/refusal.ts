import type { FieldProblem } from './fields.ts';

/** Why an operator's wish was refused. */
export type WhyNot =
  | 'noAccount'
  | 'taken'
  | 'invalid'
  | 'idStays'
  | 'noFactor'
  | 'noPassword'
  | 'notLocal'
  | 'weakPassword'
  | 'commonPassword'
  | 'notActive'
  | 'noClient'
  | 'nothingMissing'
  | 'tooMany'
  | 'notSent';

/** An operator's wish that was refused; nothing has changed. */
export class AdministrationRefusal extends Error {
  override readonly name = 'AdministrationRefusal';
  readonly why: WhyNot;
  readonly userId: string;
  readonly problems: readonly FieldProblem[];

  constructor(why: WhyNot, userId: string, problems: readonly FieldProblem[] = []) {
    super(`${userId}: ${why}`);
    this.why = why;
    this.userId = userId;
    this.problems = problems;
  }
}
