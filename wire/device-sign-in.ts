/** Facts about a device without a browser that waits for a sign-in (RFC 8628), as shown to the person. */
export type WaitingDevice = {
  /** The code that the device shows. */
  readonly userCode: string;
  /** Name of the service in the language of the call. */
  readonly serviceName: string;
  /** Network of the device, such as `203.0.113.*`; empty when unknown. */
  readonly addressRange: string;
};

/** Path of the page on which the code of a device is entered (`verification_uri`). */
export const DEVICE_PAGE_PATH = '/activate';

/** Query parameter of {@link DEVICE_PAGE_PATH} with the code of the device (`verification_uri_complete`). */
export const USER_CODE_PARAM = 'user_code';

/** Query parameter of {@link DEVICE_PAGE_PATH} with the result of a sign-in, one of {@link DEVICE_RESULTS}. */
export const DEVICE_RESULT_PARAM = 'result';
export const DEVICE_RESULTS = ['signedIn', 'declined', 'failed'] as const;
export type DeviceResult = (typeof DEVICE_RESULTS)[number];
