import type { FactorType } from './db/factors.ts';

/** What was done to the factors of a person, for whoever has to answer for it later. */
export type AuditEvent = {
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

/** Takes the events, in the order in which they happen. */
export type Audit = (event: AuditEvent) => void;
