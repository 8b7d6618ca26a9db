/** The proof is too old for the service, or not enough for it; empty when nobody is asked again. */
export type AskedAgain = '' | 'renew' | 'more';

/** The request that the person came with (spec section 3, Auth summary). */
export type AuthSummary = {
  /** clientId or serviceId without pipes (decision 43); empty when there is neither. */
  readonly clientId: string;
  readonly hasServiceId: boolean;
  readonly userId: string;
  readonly redirectUrl: string;
  readonly isAlreadyAuth: boolean;
  readonly hasOpenIdScope: boolean;
  /** Why a person who is signed in is asked again (decision 156). */
  readonly askedAgain: AskedAgain;
};

/** Client config of a service (spec section 3). */
export type ClientConfig = {
  readonly idOtp: boolean;
  readonly passkey: boolean;
  readonly qrCode: boolean;
  readonly serviceName: string;
  readonly displayContent: string;
};

/**
 * What the page would ask for before its first screen stands, as the server knows it when it serves the page: the
 * picture does not wait for the calls, which are made beside it.
 */
export type Known = {
  /** The request that the page begins with; null where it begins with none. */
  readonly summary: AuthSummary | null;
  /** What the service of that request, or the one that signs in without a request, is called and offers. */
  readonly client: { readonly clientId: string; readonly config: ClientConfig };
};
