import type { FieldProblem } from './fields.ts';

/**
 * Why an admin action was refused. `idStays`: the ID of an account cannot be changed. `notLocal`: the portal does not
 * store the password. `noClient`: there is no such service. `nothingMissing`: the person has a password and an answer
 * already, so a link to create them is useless. `tooMany`: the person has got too many links in an hour.
 */
export type RefusalReason =
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
  | 'notSent'
  | 'noNotice';

/** A refused admin action; nothing has changed. */
export class AdministrationRefusal extends Error {
  override readonly name = 'AdministrationRefusal';
  readonly reason: RefusalReason;
  readonly userId: string;
  readonly problems: readonly FieldProblem[];

  constructor(reason: RefusalReason, userId: string, problems: readonly FieldProblem[] = []) {
    super(`${userId}: ${reason}`);
    this.reason = reason;
    this.userId = userId;
    this.problems = problems;
  }
}
