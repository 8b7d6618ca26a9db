type Device = Pick<Navigator, 'userAgent' | 'maxTouchPoints'> & {
  readonly userAgentData?: { readonly mobile: boolean };
};

/**
 * Whether the browser runs on a phone or tablet, the devices on which the mobile app is installed. An iPad reports the
 * user agent of a Mac, but has a touch screen.
 */
export const isOnPhone = ({ userAgent, maxTouchPoints, userAgentData }: Device): boolean =>
  userAgentData?.mobile === true ||
  /Android|iPhone|iPad|iPod/.test(userAgent) ||
  (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
