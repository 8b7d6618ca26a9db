import type { Administration } from '#server/administration/administration.ts';
import type { Faults } from '#server/http/guard/faults.ts';
import type { SeededDevices } from '#server/seed/devices.ts';
import type { SeededYubikey } from './devices/seeded.ts';
import type { LabOutbox } from './messages/outbox.ts';
import type { Bilingual } from './web/language.ts';

/** An account of the demonstration, which the start page of the lab lists. */
export type DemoAccount = {
  readonly userId: string;
  readonly name: Bilingual;
  /** The feature that a sign-in with the account demonstrates. */
  readonly shows: Bilingual;
  readonly phoneNumber?: string | undefined;
  readonly internalMail?: string | undefined;
  readonly privateMail?: string | undefined;
};

/** An OpenID client service of the lab, with its registration at the portal. */
export type DemoClient = {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly serviceName: Bilingual;
  /** A sentence about the feature that the service demonstrates. */
  readonly displayContent: Bilingual;
  /** Path of the start page of the service. */
  readonly path: string;
};

/** Options of the lab: the portal, the services, the accounts and the devices. */
export type LabOptions = {
  /** Origin of the portal, which is also the issuer of ID tokens. */
  readonly portalUrl: string;
  /**
   * Origin of the lab. The lab can also be opened with `127.0.0.1` in the place of `localhost`, and the other way
   * round.
   */
  readonly labUrl: string;
  /** The first demo service. */
  readonly client: DemoClient;
  /** Further demo services with other settings. */
  readonly otherClients: readonly DemoClient[];
  /** The SAML service, with the key that signs its requests. */
  readonly provider: {
    readonly entityId: string;
    /** Path of the start page of the service. */
    readonly path: string;
    readonly serviceName: Bilingual;
    /** `privateKey` and `certificate` are in PEM. */
    readonly privateKey: string;
    readonly certificate: string;
  };
  readonly accounts: readonly DemoAccount[];
  /** The password of all accounts. */
  readonly password: string;
  readonly faults: Pick<Faults, 'set' | 'clear' | 'list'>;
  /** The messages that the server has sent on channels without a gateway. */
  readonly outbox: LabOutbox;
  /** Devices of the accounts, by user ID. */
  readonly devices: Readonly<Record<string, SeededDevices>>;
  /** Yubikeys that belong to no account: `unmapped` and `second` are stored on the server, `foreign` is not. */
  readonly spareYubikeys: Readonly<Record<'unmapped' | 'second' | 'foreign', SeededYubikey>>;
  /** OTP cards that belong to no account yet. */
  readonly spareCards: readonly NonNullable<SeededDevices['otpCard']>[];
  /** Sends a call of the mobile app to the portal. */
  readonly portalFetch: (request: Request) => Promise<Response>;
  /** The functions of the server for an administrator. */
  readonly administration: Administration;
  /** URI scheme of the links and QR codes that open the mobile app. */
  readonly appScheme: string;
  /** Folder of the built atlas; missing before `npm run atlas`. */
  readonly atlasDir: string;
  /** Folder with the file of the devices' states. */
  readonly dataDir: string;
  /** Returns the current time in epoch milliseconds. */
  readonly now: () => number;
};
