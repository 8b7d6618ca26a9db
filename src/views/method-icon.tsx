import type { SecondToken } from '#machines/shared/policy.ts';

/** The SVG paths of the icons, in a square of 24 by 24. */
const SVG_PATHS: Readonly<Record<SecondToken, string>> = {
  emergencyCode: 'M3 7h18v3a2 2 0 0 0 0 4v3H3v-3a2 2 0 0 0 0-4zM14 7v2M14 11v2M14 15v2',
  password: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3M12 14.5v2',
  sms: 'M4 5h16v11H11l-4 4v-4H4zM8 9.5h8M8 12.5h5',
  internalMail: 'M3 6h18v12H3zM3.5 6.5L12 13l8.5-6.5',
  privateMail: 'M3 9l9-6 9 6v11H3zM3.5 9.5L12 15l8.5-5.5',
  mobileOtp: 'M7 3h10v18H7zM10 9h4M10 12h4M11 18h2',
  push: 'M6 16V11a6 6 0 0 1 12 0v5l1.5 2h-15zM10 20.5h4',
  otpCard: 'M3 6h18v12H3zM6 10h7v4H6zM16.5 12h1.5',
  yubikey: 'M9 3h6v4H9zM7 7h10v14H7zM12 12.5a1.5 1.5 0 1 1 0 3 1.5 1.5 0 0 1 0-3',
  qrCode: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2h-2zM18 14h2M14 18v2M18 18h2v2h-2z',
  passkey:
    'M9 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8M3 20c0-3.5 2.5-5.5 6-5.5 1.2 0 2.3.3 3.2.7M17.5 11a2.5 2.5 0 0 1 1 4.8V21l-1 1-1-1v-5.2a2.5 2.5 0 0 1 1-4.8',
};

/** The icon of a method. It is decorative, because the name of the method is next to it. */
export function MethodIcon({ method }: { readonly method: SecondToken }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width="24"
      height="24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={SVG_PATHS[method]} />
    </svg>
  );
}
