/** Browser tests of a file that run only in `npm run test:all`. */
export type TestAllOnly = {
  /** Titles as in `journeys.json`, with the names of their groups. */
  readonly titles: readonly string[];
  /** Files of tests in `npm test` that fail on the same kind of defect. */
  readonly coveredBy: readonly string[];
};

/** The browser tests that run only in `npm run test:all`, by their file in `tests/e2e`. */
export const TEST_ALL_ONLY: Readonly<Record<string, TestAllOnly>> = {
  'atlas-keyboard.test.ts': {
    titles: [
      'Tab reaches every control of a chart, and each control shows the focus',
      'Tab reaches every control of a flow to be printed, and each control shows the focus',
      'a search result can be reached and opened with the keyboard',
    ],
    coveredBy: ['tests/e2e/atlas-keyboard.test.ts', 'tests/e2e/atlas.test.ts'],
  },
  'atlas.test.ts': {
    titles: [
      'the first search result answers each question',
      'a chart opens at a readable size with its main path in the middle, in a window of 1366 px',
      'every kind of page passes axe, and a state without a screen says why it has no screen',
      'the pages of questions show the screens of a journey, the origin of a time, and the screens of an error code',
      'a remark on a state is saved, and can be saved as a file and opened in another browser',
    ],
    coveredBy: [
      'tests/e2e/atlas.test.ts',
      'tests/atlas/routes-texts-calls.test.ts',
      'tests/atlas/likely.test.ts',
      'tests/atlas/match.test.ts',
      'tests/atlas/remarks.test.ts',
    ],
  },
  'lab-devices.test.ts': {
    titles: [
      'the app shows the next code when the period of the current code ends',
      'a code that the browser cannot copy is selected',
      'the administrator of the lab issues a temporary code',
      'a device shows that the connection is lost, and messages arrive afterwards',
      'a device of the lab opens in a separate window of the size of a phone',
    ],
    coveredBy: [
      'tests/e2e/lab-devices.test.ts',
      'tests/lab/devices.test.ts',
      'tests/e2e/journeys/readme.test.ts',
    ],
  },
  'language.test.ts': {
    titles: [
      'a browser with the language ko › shows ko, in the browser and in the page from the server',
      'a browser with the language en-US › shows en, in the browser and in the page from the server',
      'a browser with the language fr-FR › shows en, in the browser and in the page from the server',
    ],
    coveredBy: ['tests/e2e/language.test.ts', 'tests/i18n/locale.test.ts'],
  },
  'service-list.test.ts': {
    titles: ['without a default service, in en › the start page lists the services, which start a sign-in'],
    coveredBy: ['tests/e2e/language.test.ts'],
  },
  'journeys/operator.test.ts': {
    titles: [
      'an operator imports people, then disables, enables and helps one person, and the audit lists these actions',
    ],
    coveredBy: [
      'tests/e2e/journeys/desk.test.ts',
      'tests/server/administration/bulk.test.ts',
      'tests/server/administration/disabled.test.ts',
      'tests/server/operations/audit.test.ts',
    ],
  },
  'journeys/device-sign-in.test.ts': {
    titles: ['without scripts › a user code in the address fills the field, and the sign-in can be declined'],
    coveredBy: [
      'tests/e2e/journeys/device-sign-in.test.ts',
      'tests/server/device-sign-in.test.ts',
      'tests/device-sign-in/device-sign-in.scenarios.test.ts',
    ],
  },
  'journeys/engine-pages.test.ts': {
    titles: [
      'the engine pages of a sign-out have the language of the browser and pass axe',
      'a request that the engine refuses shows an error page with a link to the start page',
    ],
    coveredBy: ['tests/server/oidc/pages.test.ts', 'tests/server/engine-language.test.ts'],
  },
  'journeys/factors.test.ts': {
    titles: [
      'a person signs in with a push when the phone chooses the shown group of characters',
      'a person signs in without an ID when the phone scans and approves a QR code',
    ],
    coveredBy: ['tests/e2e/journeys/push.test.ts', 'tests/e2e/journeys/qr.test.ts'],
  },
  'journeys/failures.test.ts': {
    titles: [
      'an unusable answer › to the login call shows the error page, from which the request can be continued: redirectPage',
    ],
    coveredBy: ['tests/e2e/journeys/failures.test.ts', 'tests/portal/matrix/login.matrix.test.tsx'],
  },
  'journeys/before-script.test.ts': {
    titles: [
      'Enter before the script arrives submits the ID, which the address does not contain',
      'an unknown ID that is submitted before the script arrives is refused and can be corrected',
      'a method that is chosen before the script arrives is shown after it has arrived, without passkeys',
      'Enter before the script arrives submits the ID in a browser without passkeys',
      'a language that is chosen before the script arrives is used, and the typed ID remains',
      'an ID that is typed before the script arrives replaces the ID of the session',
    ],
    coveredBy: ['tests/e2e/journeys/before-script.test.ts', 'tests/portal/first-screen.walk.test.tsx'],
  },
  'journeys/foreign.test.ts': {
    titles: [
      'a person signs in at a foreign server with a password, after a wrong password',
      'a person signs in at a foreign server with an SMS code',
      'a person signs in at a foreign server with a QR code, without an ID',
      'a person signs in at a foreign server with a passkey',
    ],
    coveredBy: ['tests/e2e/journeys/foreign.test.ts', 'tests/lab/agreement.test.ts'],
  },
  'journeys/history.test.ts': {
    titles: [
      'changing the method twice adds one history entry',
      'Back from the ID entry returns to the service, not to the redirect page',
      'the page address of a finished request shows the start page, and its resume address shows an error page',
    ],
    coveredBy: [
      'tests/e2e/journeys/history.test.ts',
      'tests/history/history.scenarios.test.ts',
      'tests/portal/addresses.scenarios.test.ts',
      'tests/server/sign-out.test.ts',
    ],
  },
  'journeys/idle.test.ts': {
    titles: [
      'an unused session expires after a warning, and the person can sign in again',
      'the session can be extended in the warning after the network was lost',
    ],
    coveredBy: ['tests/e2e/journeys/idle.test.ts', 'tests/idle/idle.portal.test.tsx'],
  },
  'journeys/keyboard.test.ts': {
    titles: [
      'a method can be chosen and used with the keyboard only',
      'the ID and the password can be pasted, and their fields are marked for password managers',
    ],
    coveredBy: ['tests/e2e/journeys/keyboard.test.ts', 'tests/e2e/journeys/autofill.test.ts'],
  },
  'journeys/large-text.test.ts': {
    titles: [
      'a typed client key is not cut off in text of double size and a wide font',
      'no typed text is cut off and no number is broken in the phone app in text of double size and a wide font',
    ],
    coveredBy: ['tests/e2e/journeys/large-text.test.ts', 'tests/e2e/browser-settings.test.ts'],
  },
  'journeys/late-script.test.ts': {
    titles: [
      'neither the screen nor the focus changes when the script loads while nothing has been typed',
      'neither the screen nor the focus changes when the script loads while an ID has been refused',
      'neither the screen nor the focus changes when the script loads while the focus has moved from the password to another control',
      'neither the screen nor the focus changes when the script loads while a code can be requested, and the checkbox is checked',
      'neither the screen nor the focus changes when the script loads while a method to reset a forgotten password is being chosen',
    ],
    coveredBy: ['tests/e2e/journeys/late-script.test.ts', 'tests/portal/first-screen.walk.test.tsx'],
  },
  'journeys/screens-with-server.test.ts': {
    titles: [
      'the screen "password, dialog" fits into its windows and passes axe',
      'the screen "chooser, not loaded" fits into its windows and passes axe',
      'the screen "sms, sent" fits into its windows and passes axe',
      'the screen "identity, passkeys only, in a browser without passkeys" fits into its windows and passes axe',
      'the screen "second step, push" fits into its windows and passes axe',
      'the screen "session, about to end" fits into its windows and passes axe',
    ],
    coveredBy: ['tests/e2e/journeys/screens-with-server.test.ts', 'tests/e2e/screens.test.ts'],
  },
  'journeys/method-faults.test.ts': {
    titles: [
      'a code that is sent through two channels counts as sent when one channel works',
      'a code of a method that was removed during the sign-in is refused with the reason',
    ],
    coveredBy: [
      'tests/e2e/journeys/method-faults.test.ts',
      'tests/server/methods/sent-code.test.ts',
      'tests/server/methods/sent-code-sends.test.ts',
      'tests/server/methods/mobile-otp.test.ts',
      'tests/sent-code/sent-code.channels.scenarios.test.ts',
    ],
  },
  'journeys/method-refusals.test.ts': {
    titles: [
      'a dialog shows why a code is refused: sms, 005_7',
      'a dialog shows why a code is refused: otpCard, 007_3',
      'a dialog shows why a code is refused: yubikey, 008_2, 008_3, 008_4, 005_6',
      'a dialog shows why a code is refused: yubikey, 005_1, 008_6, 008_7, 008_5, 008',
      'a dialog shows why a code is refused: mobileOtp, 005_1, 015_2, 005_6',
      'a refused access token is renewed, and the code is sent again',
    ],
    coveredBy: [
      'tests/e2e/journeys/method-refusals.test.ts',
      'tests/server/methods/otp-card.test.ts',
      'tests/server/methods/yubikey.test.ts',
      'tests/server/methods/mobile-otp.test.ts',
      'tests/i18n/error-look-up.test.ts',
    ],
  },
  'journeys/methods.test.ts': {
    titles: [
      'a person signs in with a code of the method otpCard, and the code is valid once',
      'a person signs in with a code of the method yubikey, and the code is valid once',
      'a person signs in with a code that was sent through internalMail',
      'a person signs in with the method 4, which sends the same code through two channels',
      'a person signs in with the method 6, which sends the same code through two channels',
    ],
    coveredBy: ['tests/e2e/journeys/methods.test.ts', 'tests/e2e/journeys/readme.test.ts'],
  },
  'journeys/pages.test.ts': {
    titles: [
      'with a native app › the page of an app link opens the native app with its URL scheme only once',
      'an application can be decided only once with the links of its approval: the service is approved',
    ],
    coveredBy: [
      'tests/e2e/journeys/pages.test.ts',
      'tests/phone/app-link.test.ts',
      'tests/server/register-app.test.ts',
    ],
  },
  'journeys/passkey-offer.test.ts': {
    titles: ['a declined passkey offer is not repeated'],
    coveredBy: ['tests/offer-passkey/offer-passkey.scenarios.test.ts', 'tests/server/passkey-offer.test.ts'],
  },
  'journeys/passkey.test.ts': {
    titles: [
      'a passkey that a person always uses is requested immediately',
      'in a browser without WebAuthn, the ID entry and the tile say that passkeys are missing',
    ],
    coveredBy: [
      'tests/e2e/journeys/passkey.test.ts',
      'tests/passkey/passkey.scenarios.test.ts',
      'tests/server/methods/passkey.test.ts',
      'tests/chooser/tiles.test.ts',
    ],
  },
  'journeys/passwords.test.ts': {
    titles: [
      'the password reset refers a person with neither a contact nor a question to the administrator',
      'a forgotten password is reset with a code by mail, and a security notice is sent',
      'a password link changes a password after a code by mail, also after Back and a reload',
    ],
    coveredBy: [
      'tests/e2e/journeys/passwords.test.ts',
      'tests/e2e/journeys/refusals.test.ts',
      'tests/portal/password-reload.walk.test.tsx',
      'tests/portal/password-steps.walk.test.tsx',
      'tests/server/reset-methods.test.ts',
    ],
  },
  'journeys/add-phone.test.ts': {
    titles: [
      'a phone is added with a link in an SMS',
      'a phone without a network is added, and the person signs in with its code',
    ],
    coveredBy: ['tests/e2e/journeys/registration.test.ts', 'tests/e2e/journeys/phone-app.test.ts'],
  },
  'journeys/phone-app.test.ts': {
    titles: ['a phone can have accounts of two portals, each in the app of its portal'],
    coveredBy: ['tests/e2e/journeys/phone-app.test.ts', 'tests/phone/phone.scenarios.test.ts'],
  },
  'journeys/phone-lock.test.ts': {
    titles: ['an approval requires the screen lock of the phone when the app uses the screen lock'],
    coveredBy: ['tests/e2e/journeys/phone-lock.test.ts', 'tests/phone/lock.test.ts'],
  },
  'journeys/stable-controls.test.ts': {
    titles: ['the message that a browser has no passkeys moves neither the field nor the primary button'],
    coveredBy: ['tests/e2e/journeys/stable-controls.test.ts', 'tests/e2e/journeys/before-script.test.ts'],
  },
  'journeys/polling.test.ts': {
    titles: ['a QR code that expires while the page sleeps is replaced with a button'],
    coveredBy: ['tests/e2e/journeys/polling.test.ts', 'tests/qr/qr.scenarios.test.ts'],
  },
  'journeys/push.test.ts': {
    titles: [
      'a push ends when the phone chooses a group of characters that the portal does not show',
      'cancelling a push removes the push from the phone',
      'a push continues after a reload',
    ],
    coveredBy: [
      'tests/e2e/journeys/push.test.ts',
      'tests/push/push.leaving.scenarios.test.ts',
      'tests/portal/push.scenarios.test.ts',
      'tests/server/methods/push.test.ts',
    ],
  },
  'journeys/qr.test.ts': {
    titles: [
      'a denial on the phone shows a message, after which a new QR code can be requested',
      'a reload shows the QR code again, and Back or the link “use the ID” shows the ID entry',
      'a QR code can be approved after 10 s without a network',
    ],
    coveredBy: [
      'tests/e2e/journeys/qr.test.ts',
      'tests/e2e/journeys/push.test.ts',
      'tests/qr/qr.answers.scenarios.test.ts',
      'tests/portal/qr.scenarios.test.ts',
    ],
  },
  'journeys/refusals.test.ts': {
    titles: [
      'a wrong password is counted, and the person then signs in with the correct password',
      'a dialog shows why a sign-in is refused',
      'admin has to change the password before the sign-in',
    ],
    coveredBy: [
      'tests/e2e/journeys/refusals.test.ts',
      'tests/server/password-login.test.ts',
      'tests/portal/matrix/login.matrix.test.tsx',
    ],
  },
  'journeys/interrupted-registration.test.ts': {
    titles: [
      'a person who signs in with security keys has to sign in before the registration of a YubiKey',
      'an expired password link shows a message, from which the person can go to the ID entry',
    ],
    coveredBy: [
      'tests/server/register-passkey.test.ts',
      'tests/server/register-app.test.ts',
      'tests/portal/registration-faults.walk.test.tsx',
    ],
  },
  'journeys/registration-methods.test.ts': {
    titles: [
      'a person without a contact registers a card after an administrator has issued an app link',
      'with a standard authenticator › a person registers the authenticator during a sign-in, and passes an identity check and the second step with its codes',
    ],
    coveredBy: [
      'tests/e2e/journeys/registration-methods.test.ts',
      'tests/portal/registration-steps.walk.test.tsx',
      'tests/server/register-standard-app.test.ts',
    ],
  },
  'journeys/registration.test.ts': {
    titles: ['an OTP card is registered from its tile on the chooser, and the person signs in with it'],
    coveredBy: ['tests/e2e/journeys/registration.test.ts', 'tests/portal/registration.walk.test.tsx'],
  },
  'journeys/saml.test.ts': {
    titles: [
      'the pages of the SAML engine have the language of the browser and pass axe',
      'two people who sign in in two tabs return to their own services',
    ],
    coveredBy: [
      'tests/e2e/journeys/saml.test.ts',
      'tests/e2e/journeys/single-sign-on.test.ts',
      'tests/e2e/journeys/tabs.test.ts',
      'tests/server/saml/pages.test.ts',
      'tests/server/saml/single-sign-on.test.ts',
      'tests/server/second-step-sso.test.ts',
    ],
  },
  'journeys/second-step-expiry.test.ts': {
    titles: ['the second step shows an error page after the cookies were deleted'],
    coveredBy: [
      'tests/e2e/journeys/second-step-expiry.test.ts',
      'tests/session-expiry/session-expiry.scenarios.test.ts',
    ],
  },
  'journeys/second-step-sign-in.test.ts': {
    titles: [
      'a person signs in with the token 2 as the second factor',
      'a person signs in with the token 3 as the second factor',
      'a person signs in with the token 0 as the second factor',
      'the token 8 can become the default second factor, and can be removed as the default',
      'a person signs in with the password as the second factor after a sent code',
      'a person signs in with a QR code as the second factor, which becomes the default',
      'a resource of a service can require a second step',
    ],
    coveredBy: [
      'tests/e2e/journeys/second-step-sign-in.test.ts',
      'tests/server/second-step.test.ts',
      'tests/server/second-step-sso.test.ts',
      'tests/server/qr.test.ts',
      'tests/second-factor/second-factor.walk.test.tsx',
    ],
  },
  'journeys/second-step.test.ts': {
    titles: [
      'Cancel and Back during the second step remove a push from the phone',
      'the second step restarts with a new second token after the old token has expired',
    ],
    coveredBy: [
      'tests/e2e/journeys/push.test.ts',
      'tests/second-factor/second-factor.scenarios.test.ts',
      'tests/portal/second-step.scenarios.test.ts',
      'tests/server/second-tokens.test.ts',
    ],
  },
  'journeys/sent-code.test.ts': {
    titles: ['a code that is sent automatically is sent only once'],
    coveredBy: [
      'tests/e2e/journeys/sent-code.test.ts',
      'tests/portal/sent-code.scenarios.test.ts',
      'tests/portal/methods.scenarios.test.ts',
    ],
  },
  'journeys/session-rules.test.ts': {
    titles: [
      'with concurrent sessions set to endOldest › a second sign-in ends the first sign-in, whose next request shows a message',
      'with concurrent sessions set to ask, without scripts › a second sign-in ends the first sign-in, whose next request shows a message',
    ],
    coveredBy: [
      'tests/e2e/journeys/session-rules.test.ts',
      'tests/server/session.test.ts',
      'tests/server/without-scripts.test.ts',
    ],
  },
  'journeys/sign-in.test.ts': {
    titles: ['a double click on Login makes one login call'],
    coveredBy: [
      'tests/e2e/journeys/sign-in.test.ts',
      'tests/portal/hangul.walk.test.tsx',
      'tests/portal/portal.scenarios.test.ts',
      'tests/server/password-login.test.ts',
    ],
  },
  'journeys/single-sign-on.test.ts': {
    titles: [
      'a stopped countdown remains stopped after a reload',
      'a request without a return address shows an error page with links to the services',
      'a request of a service › with max_age=60 does not require a password after a recent login',
      'a request of a service › with login_hint fills in the ID, which can be changed',
    ],
    coveredBy: [
      'tests/e2e/journeys/single-sign-on.test.ts',
      'tests/return-to-service/return-to-service.walk.test.tsx',
      'tests/server/oidc/single-sign-on.test.ts',
      'tests/server/proofs/times.test.ts',
    ],
  },
  'journeys/tabs.test.ts': {
    titles: [
      'a sign-in in an older tab can be joined in a newer tab',
      'a tab continues its own request after a sign-in in another tab',
      'each tab returns to the service with its own request',
    ],
    coveredBy: [
      'tests/e2e/journeys/tabs.test.ts',
      'tests/portal/background.scenarios.test.ts',
      'tests/portal/storage.test.ts',
    ],
  },
  'journeys/typing.test.ts': {
    titles: ['a temporary code can be typed in lower case and in groups'],
    coveredBy: ['tests/e2e/journeys/typing.test.ts', 'tests/ui/extract-code.test.ts'],
  },
};
