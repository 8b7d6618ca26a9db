/** A device without a browser that waits for a sign-in (RFC 8628), as the person sees it. */
export type WaitingDevice = {
  /** The code as the device shows it. */
  readonly userCode: string;
  /** Name of the service in the language of the call. */
  readonly serviceName: string;
  /** Network of the device, such as `203.0.113.*`; empty when unknown. */
  readonly addressRange: string;
};

/** Path of the page on which the code of a device is entered (`verification_uri`). */
export const DEVICE_PAGE = '/activate';

/** Query of {@link DEVICE_PAGE} with the code (`verification_uri_complete`). */
export const USER_CODE_PARAM = 'user_code';

/** Query of {@link DEVICE_PAGE} with the result of a sign-in, and its values. */
export const DEVICE_RESULT_PARAM = 'result';
export const DEVICE_RESULTS = ['signedIn', 'declined', 'failed'] as const;
export type DeviceResult = (typeof DEVICE_RESULTS)[number];
