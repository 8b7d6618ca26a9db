import type { Faults } from '#server/guard/faults.ts';
import type { Bilingual } from './web/language.ts';

/** An account that the start page names. */
export type DemoAccount = {
  readonly userId: string;
  readonly name: Bilingual;
  /** What signing in with it shows. */
  readonly shows: Bilingual;
};

/** What the lab needs to know of the portal that it stands beside. */
export type LabOptions = {
  /** Origin of the portal, the issuer of the demo service's ID tokens. */
  readonly portalUrl: string;
  /** Origin under which the lab is announced; it answers on 127.0.0.1 as well as on localhost. */
  readonly labUrl: string;
  readonly client: {
    readonly clientId: string;
    readonly clientSecret: string;
    readonly serviceName: Bilingual;
  };
  readonly accounts: readonly DemoAccount[];
  /** The one password of all accounts. */
  readonly password: string;
  readonly faults: Pick<Faults, 'set' | 'clear' | 'list'>;
  /** Epoch milliseconds. */
  readonly now: () => number;
};
