/** What may be said of a card (spec section 3, Hardware OTP); empty where nothing is said. */
export type OtpCard = {
  readonly serialNumber: string;
  readonly modelCode: string;
  readonly companyName: string;
  readonly registrationDate: string;
};

/** The kinds of a factor by their type codes: card, Yubikey, app, passkey. */
export type FactorType = '7' | '8' | '9' | '12';

/** A code of the QR step: its picture, and the digits that can be typed instead (decision 208). */
export type AppCode = {
  readonly authCode: string;
  readonly otp: string;
  /** The text of the picture: an app link. */
  readonly schema: string;
};

/** What person and phone compare before an app without a connection is registered (decision 209). */
export type OfflineCode = { readonly ak: string; readonly otp: string };
