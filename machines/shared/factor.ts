import type { FactorType } from '#wire/factor-types.ts';
import type { LastSignIn } from '#wire/last-sign-in.ts';

/** Details of a card (spec section 3, Hardware OTP); empty where unknown. */
export type OtpCard = {
  readonly serialNumber: string;
  readonly modelCode: string;
  readonly companyName: string;
  readonly registrationDate: string;
};

/** A registration code of the app, as digits that the person can type, and as a QR code (rule 208). */
export type RegistrationCode = {
  /** The 16 digits. */
  readonly authCode: string;
  /** The 6 more digits. */
  readonly otp: string;
  /** The text of the QR code: an app link. */
  readonly schema: string;
};

/** The secret of a standard authenticator: `text` in base32, and `uri` (`otpauth://`) for its QR code (rule 271). */
export type AppSecret = { readonly text: string; readonly uri: string };

/** The values that the person compares before an offline app is registered (rule 209). */
export type OfflineCode = { readonly ak: string; readonly otp: string };

/** A factor of the person as the overview shows it (rule 218). */
export type Factor = {
  readonly factorId: string;
  readonly type: FactorType;
  /** Empty until the person names the factor. */
  readonly name: string;
  /** Device details by the names of spec section 3, masked by the server. */
  readonly description: Readonly<Record<string, string>>;
  /** Epoch milliseconds. */
  readonly registeredAt: number;
  /** Epoch milliseconds; null before the first use. */
  readonly lastUsedAt: number | null;
  /** False for the last factor that a policy of the person needs (rule 221). */
  readonly isRemovable: boolean;
};

/** A session of the person (rule 223). Times are epoch milliseconds. */
export type PersonSession = {
  readonly sessionId: string;
  readonly startedAt: number;
  readonly lastSeenAt: number;
  readonly browser: string;
  /** The network of the IP address. */
  readonly addressRange: string;
  /** Whether it is the session of this browser. */
  readonly isThis: boolean;
};

/** A browser in which the second step is skipped (rule 252). Times are epoch milliseconds. */
export type RememberedBrowser = {
  readonly rememberedId: string;
  readonly browser: string;
  readonly rememberedAt: number;
  readonly lastUsedAt: number;
  readonly expiresAt: number;
  /** Whether it is this browser. */
  readonly isThis: boolean;
};

/** The overview of the factors, sessions and remembered browsers of a person. */
export type Overview = {
  readonly factors: readonly Factor[];
  readonly sessions: readonly PersonSession[];
  readonly rememberedBrowsers: readonly RememberedBrowser[];
  /** Null when the server does not send it. */
  readonly lastSignIn: LastSignIn | null;
};
