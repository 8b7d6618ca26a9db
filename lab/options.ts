import type { Administration } from '#server/administration/administration.ts';
import type { Faults } from '#server/http/guard/faults.ts';
import type { SeededDevices } from '#server/seed/devices.ts';
import type { SeededYubikey } from './devices/seeded.ts';
import type { LabOutbox } from './messages/outbox.ts';
import type { Bilingual } from './web/language.ts';

/** An account that the start page names. */
export type DemoAccount = {
  readonly userId: string;
  readonly name: Bilingual;
  /** What signing in with it shows. */
  readonly shows: Bilingual;
  readonly phoneNumber?: string | undefined;
  readonly internalMail?: string | undefined;
  readonly privateMail?: string | undefined;
};

/** An OpenID client service of the lab, as the portal knows it. */
export type DemoClient = {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly serviceName: Bilingual;
  /** What it shows, in a sentence. */
  readonly displayContent: Bilingual;
  /** Where its pages stand. */
  readonly path: string;
};

/** What the lab needs to know of its portal. */
export type LabOptions = {
  /** Origin of the portal, the issuer of the demo service's ID tokens. */
  readonly portalUrl: string;
  /** Origin under which the lab is announced; it answers on 127.0.0.1 as well as on localhost. */
  readonly labUrl: string;
  readonly client: DemoClient;
  /** Services of the same kind under other settings. */
  readonly otherClients: readonly DemoClient[];
  /** The SAML service: how the portal knows it, and the key that it signs its requests by. */
  readonly provider: {
    readonly entityId: string;
    /** Where its pages stand. */
    readonly path: string;
    readonly serviceName: Bilingual;
    /** In PEM. */
    readonly privateKey: string;
    readonly certificate: string;
  };
  readonly accounts: readonly DemoAccount[];
  /** The one password of all accounts. */
  readonly password: string;
  readonly faults: Pick<Faults, 'set' | 'clear' | 'list'>;
  /** What the server sent, when no gateway is configured. */
  readonly outbox: LabOutbox;
  /** Devices of the accounts, by user ID. */
  readonly devices: Readonly<Record<string, SeededDevices>>;
  /** Keys that no account has: in stock, and of somewhere else. */
  readonly spareYubikeys: Readonly<Record<'unmapped' | 'second' | 'foreign', SeededYubikey>>;
  /** Cards in stock, which the administrator hands out. */
  readonly spareCards: readonly NonNullable<SeededDevices['otpCard']>[];
  /** Fetch function of the mobile app for portal calls. */
  readonly portalFetch: (request: Request) => Promise<Response>;
  /** What the server lets an administrator do. */
  readonly administration: Administration;
  /** Scheme of the links that open the app, with which its codes begin. */
  readonly appScheme: string;
  /** Folder into which `npm run atlas` builds; it may be missing. */
  readonly atlasDir: string;
  /** Folder in which the devices keep their memory. */
  readonly dataDir: string;
  /** Epoch milliseconds. */
  readonly now: () => number;
};
