import type { Administration } from '#server/administration/administration.ts';
import type { Faults } from '#server/http/guard/faults.ts';
import type { SeededDevices } from '#server/seed/devices.ts';
import type { SeededYubikey } from './devices/seeded.ts';
import type { LabOutbox } from './messages/outbox.ts';
import type { Bilingual } from './web/language.ts';

/** An account that the start page lists. */
export type DemoAccount = {
  readonly userId: string;
  readonly name: Bilingual;
  /** The feature that a sign-in with it demonstrates. */
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
  /** A sentence about the feature that it demonstrates. */
  readonly displayContent: Bilingual;
  /** Path of its pages. */
  readonly path: string;
};

/** Options of the lab: its portal, services, accounts and devices. */
export type LabOptions = {
  /** Origin of the portal, the issuer of the demo service's ID tokens. */
  readonly portalUrl: string;
  /** Announced origin of the lab; it answers on 127.0.0.1 as well as on localhost. */
  readonly labUrl: string;
  readonly client: DemoClient;
  /** Further OpenID services with other settings. */
  readonly otherClients: readonly DemoClient[];
  /** The SAML service, with the key that signs its requests. */
  readonly provider: {
    readonly entityId: string;
    /** Path of its pages. */
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
  /** Messages of the server for channels without a gateway. */
  readonly outbox: LabOutbox;
  /** Devices of the accounts, by user ID. */
  readonly devices: Readonly<Record<string, SeededDevices>>;
  /** Yubikeys of no account: two that the server knows, and one that it does not. */
  readonly spareYubikeys: Readonly<Record<'unmapped' | 'second' | 'foreign', SeededYubikey>>;
  /** Cards in stock, which the administrator hands out. */
  readonly spareCards: readonly NonNullable<SeededDevices['otpCard']>[];
  /** Fetch function of the mobile app for portal calls. */
  readonly portalFetch: (request: Request) => Promise<Response>;
  /** The server's functions for an administrator. */
  readonly administration: Administration;
  /** URI scheme of links to the app and of its QR codes. */
  readonly appScheme: string;
  /** Folder into which `npm run atlas` builds; it may be missing. */
  readonly atlasDir: string;
  /** Folder of the file with the devices' states. */
  readonly dataDir: string;
  /** Epoch milliseconds. */
  readonly now: () => number;
};
