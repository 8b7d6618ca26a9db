import type { FactorType } from './db/factors.ts';
import type { ChangeKind } from './db/password-changes.ts';

/** What was done to the factors of a person. */
export type FactorEvent = {
  readonly event: 'factor.added' | 'factor.renamed' | 'factor.removed' | 'default.changed';
  readonly userId: string;
  /** Type code of the factor or of the default; 98 for none. */
  readonly kind: FactorType | '11' | '98';
  readonly factorId: string;
  /** How the person had proved who they are. */
  readonly way: string;
  readonly address: string;
  readonly browser: string;
  /** Epoch milliseconds. */
  readonly at: number;
};

/** A password was saved: by a link, after it was forgotten, or because it had expired. */
type PasswordEvent = {
  readonly event: 'password.changed';
  readonly userId: string;
  readonly kind: ChangeKind;
  /** The way of the identity check; empty where there was none. */
  readonly way: string;
  readonly address: string;
  readonly browser: string;
  /** Epoch milliseconds. */
  readonly at: number;
};

/** What was done to an account, for whoever has to answer for it later. */
export type AuditEvent = FactorEvent | PasswordEvent;

/** Takes the events, in the order in which they happen. */
export type Audit = (event: AuditEvent) => void;
