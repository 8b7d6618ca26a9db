type Device = Pick<Navigator, 'userAgent' | 'maxTouchPoints'> & {
  readonly userAgentData?: { readonly mobile: boolean };
};

/**
 * Whether the portal runs on a phone or tablet, where the mobile app is installed. An iPad reports that it
 * is a Mac, but has a touch screen.
 */
export const isOnPhone = ({ userAgent, maxTouchPoints, userAgentData }: Device): boolean =>
  userAgentData?.mobile === true ||
  /Android|iPhone|iPad|iPod/.test(userAgent) ||
  (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
