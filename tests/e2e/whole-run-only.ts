/** Browser tests that `npm test` leaves to `npm run test:all`. */
export type WholeRunOnly = {
  /** As in `journeys.json`: the names of groups before the title. */
  readonly titles: readonly string[];
  /** Tests of `npm test` that fail on the same kind of defect. */
  readonly seenBy: readonly string[];
};

/** By the file in `tests/e2e`. */
export const WHOLE_RUN_ONLY: Readonly<Record<string, WholeRunOnly>> = {
  'atlas-keyboard.test.ts': {
    titles: [
      'every control of a chart is reached by keyboard and shows the focus',
      'every control of a flow to be printed is reached by keyboard and shows the focus',
      'a search result can be reached and opened by keyboard',
    ],
    seenBy: ['tests/e2e/atlas-keyboard.test.ts', 'tests/e2e/atlas.test.ts'],
  },
  'atlas.test.ts': {
    titles: [
      'the first search result answers each question',
      'at 1366 px a chart opens readable, with its main path in view',
      'every kind of page passes axe, and a state without a screen says why',
      'search finds screens, the origin of a time, and the screens of an error code',
      'a remark on a state is saved and can be exported to a file',
    ],
    seenBy: [
      'tests/e2e/atlas.test.ts',
      'tests/atlas/routes-texts-calls.test.ts',
      'tests/atlas/likely.test.ts',
      'tests/atlas/match.test.ts',
      'tests/atlas/remarks.test.ts',
    ],
  },
  'lab-devices.test.ts': {
    titles: [
      'the app shows the next code when its time has come',
      'a code that cannot be copied is selected',
      'the administrator issues a code',
      'a lost connection shows a message until it is back',
      'a device opens in a window of its own, the size of a phone',
    ],
    seenBy: [
      'tests/e2e/lab-devices.test.ts',
      'tests/lab/devices.test.ts',
      'tests/e2e/journeys/readme.test.ts',
    ],
  },
  'language.test.ts': {
    titles: [
      'a browser that speaks ko › gets ko, the page from the server too',
      'a browser that speaks en-US › gets en, the page from the server too',
      'a browser that speaks fr-FR › gets en, the page from the server too',
    ],
    seenBy: ['tests/e2e/language.test.ts', 'tests/i18n/locale.test.ts'],
  },
  'service-list.test.ts': {
    titles: ['without a default service, in en › a typed address offers the services to start from'],
    seenBy: ['tests/e2e/language.test.ts'],
  },
  'journeys/day.test.ts': {
    titles: ['an administrator imports people, disables, enables and helps one, and the audit lists it'],
    seenBy: [
      'tests/e2e/journeys/desk.test.ts',
      'tests/server/administration/bulk.test.ts',
      'tests/server/administration/disabled.test.ts',
      'tests/server/operations/audit.test.ts',
    ],
  },
  'journeys/device-sign-in.test.ts': {
    titles: ['without scripts › a code in the address fills the field and can be declined'],
    seenBy: [
      'tests/e2e/journeys/device-sign-in.test.ts',
      'tests/server/device-sign-in.test.ts',
      'tests/device-sign-in/device-sign-in.scenarios.test.ts',
    ],
  },
  'journeys/engine-pages.test.ts': {
    titles: ['the engine signs out in the chosen language', 'a request that the engine refuses is explained'],
    seenBy: ['tests/server/oidc/pages.test.ts', 'tests/server/engine-language.test.ts'],
  },
  'journeys/factors.test.ts': {
    titles: [
      'a push signs in when the phone chooses the shown group',
      'the phone scans and approves a code without an ID',
    ],
    seenBy: ['tests/e2e/journeys/push.test.ts', 'tests/e2e/journeys/qr.test.ts'],
  },
  'journeys/failures.test.ts': {
    titles: ['an unusable answer › leads to the error page and keeps the request: redirectPage'],
    seenBy: ['tests/e2e/journeys/failures.test.ts', 'tests/portal/matrix/login.matrix.test.tsx'],
  },
  'journeys/first-picture.test.ts': {
    titles: [
      'Enter before the script arrives counts, and the address holds no input',
      'an unknown ID is refused and can be corrected',
      'a method chosen before the script is kept, without passkeys',
      'Enter counts in a browser without passkeys too, and the field stays',
      'a language that is pressed before the script arrives is shown',
      'typed text moves to the screen of a known person',
    ],
    seenBy: ['tests/e2e/journeys/first-picture.test.ts', 'tests/portal/first-screen.walk.test.tsx'],
  },
  'journeys/foreign.test.ts': {
    titles: [
      'a foreign server signs in by a password, after a wrong one',
      'a foreign server signs in by a code from the chooser',
      'a foreign server signs in by a QR code, without an ID',
      'a foreign server signs in by a passkey',
    ],
    seenBy: ['tests/e2e/journeys/foreign.test.ts', 'tests/lab/agreement.test.ts'],
  },
  'journeys/history.test.ts': {
    titles: [
      'changing the method leaves one history entry',
      'Back from the ID entry leads to the service, past the redirect page',
      'a used request leads to the start',
    ],
    seenBy: [
      'tests/e2e/journeys/history.test.ts',
      'tests/history/history.scenarios.test.ts',
      'tests/portal/addresses.scenarios.test.ts',
      'tests/server/sign-out.test.ts',
    ],
  },
  'journeys/idle.test.ts': {
    titles: [
      'an unused session expires, and a new sign-in starts',
      'the warning outlasts a lost network and extends then',
    ],
    seenBy: ['tests/e2e/journeys/idle.test.ts', 'tests/idle/idle.portal.test.tsx'],
  },
  'journeys/keyboard.test.ts': {
    titles: ['the methods can be chosen by keyboard', 'both fields accept a paste and a password manager'],
    seenBy: ['tests/e2e/journeys/keyboard.test.ts', 'tests/e2e/journeys/autofill.test.ts'],
  },
  'journeys/large-text.test.ts': {
    titles: [
      'in large text and a wide font a client key fits in',
      'large text and a wide font fit the phone app',
    ],
    seenBy: ['tests/e2e/journeys/large-text.test.ts', 'tests/e2e/settings.test.ts'],
  },
  'journeys/late-script.test.ts': {
    titles: [
      'the script arrives when nothing was done',
      'the script arrives when an ID was refused',
      'the script arrives when the person has gone from the password to another control',
      'the script arrives when a code can be asked for, and the box is on',
      'the script arrives when a forgotten password is being proved',
    ],
    seenBy: ['tests/e2e/journeys/late-script.test.ts', 'tests/portal/first-screen.walk.test.tsx'],
  },
  'journeys/look.test.ts': {
    titles: [
      'password, dialog fits, and needs no eyes',
      'chooser, not loaded fits, and needs no eyes',
      'sms, sent fits, and needs no eyes',
      'identity, passkeys only and none here fits, and needs no eyes',
      'second, push fits, and needs no eyes',
      'session, about to end fits, and needs no eyes',
    ],
    seenBy: ['tests/e2e/journeys/look.test.ts', 'tests/e2e/screens.test.ts'],
  },
  'journeys/method-faults.test.ts': {
    titles: ['one of two channels is enough', 'a method that was removed meanwhile shows a message'],
    seenBy: [
      'tests/e2e/journeys/method-faults.test.ts',
      'tests/server/methods/sent-code.test.ts',
      'tests/server/methods/sent-code-sends.test.ts',
      'tests/server/methods/mobile-otp.test.ts',
      'tests/sent-code/sent-code.channels.scenarios.test.ts',
    ],
  },
  'journeys/method-refusals.test.ts': {
    titles: [
      'the dialog says why it is refused: sms, 005_7',
      'the dialog says why it is refused: otpCard, 007_3',
      'the dialog says why it is refused: yubikey, 008_2, 008_3, 008_4, 005_6',
      'the dialog says why it is refused: yubikey, 005_1, 008_6, 008_7, 008_5, 008',
      'the dialog says why it is refused: mobileOtp, 005_1, 015_2, 005_6',
      'a refused send token can be renewed',
    ],
    seenBy: [
      'tests/e2e/journeys/method-refusals.test.ts',
      'tests/server/methods/otp-card.test.ts',
      'tests/server/methods/yubikey.test.ts',
      'tests/server/methods/mobile-otp.test.ts',
      'tests/i18n/error-look-up.test.ts',
    ],
  },
  'journeys/methods.test.ts': {
    titles: [
      'a service signs in by otpCard, whose code is valid once',
      'a service signs in by yubikey, whose code is valid once',
      'a service signs in by internalMail',
      'a service signs in by the pair 4: one code',
      'a service signs in by the pair 6: one code',
    ],
    seenBy: ['tests/e2e/journeys/methods.test.ts', 'tests/e2e/journeys/readme.test.ts'],
  },
  'journeys/pages.test.ts': {
    titles: [
      'with a native app › a link opens the app by its scheme, once',
      'a link decides once: service is approved',
    ],
    seenBy: [
      'tests/e2e/journeys/pages.test.ts',
      'tests/phone/app-link.test.ts',
      'tests/server/register-app.test.ts',
    ],
  },
  'journeys/passkey-offer.test.ts': {
    titles: ['a declined passkey offer does not come again'],
    seenBy: ['tests/offer-passkey/offer-passkey.scenarios.test.ts', 'tests/server/passkey-offer.test.ts'],
  },
  'journeys/passkey.test.ts': {
    titles: ['a fixed passkey is requested at once', 'without WebAuthn radio, tile and button say so'],
    seenBy: [
      'tests/e2e/journeys/passkey.test.ts',
      'tests/passkey/passkey.scenarios.test.ts',
      'tests/server/methods/passkey.test.ts',
      'tests/chooser/tiles.test.ts',
    ],
  },
  'journeys/passwords.test.ts': {
    titles: [
      'without contact or question the administrator helps',
      'a forgotten password is reset by mail, with a notice',
      'a link changes a password by a mail code, step by step',
    ],
    seenBy: [
      'tests/e2e/journeys/passwords.test.ts',
      'tests/e2e/journeys/refusals.test.ts',
      'tests/portal/password-reload.walk.test.tsx',
      'tests/portal/password-steps.walk.test.tsx',
      'tests/server/reset-methods.test.ts',
    ],
  },
  'journeys/phone-adding.test.ts': {
    titles: ['a link in an SMS adds a phone', 'an offline phone signs in by codes'],
    seenBy: ['tests/e2e/journeys/registration.test.ts', 'tests/e2e/journeys/phone-app.test.ts'],
  },
  'journeys/phone-app.test.ts': {
    titles: ['a phone can have accounts of two portals'],
    seenBy: ['tests/e2e/journeys/phone-app.test.ts', 'tests/phone/phone.scenarios.test.ts'],
  },
  'journeys/phone-lock.test.ts': {
    titles: ['the app requires the phone’s screen lock'],
    seenBy: ['tests/e2e/journeys/phone-lock.test.ts', 'tests/phone/lock.test.ts'],
  },
  'journeys/places.test.ts': {
    titles: ['a browser without passkeys says so below them, and nothing moves'],
    seenBy: ['tests/e2e/journeys/places.test.ts', 'tests/e2e/journeys/first-picture.test.ts'],
  },
  'journeys/polling.test.ts': {
    titles: ['a code that expired during sleep is gone at wake-up'],
    seenBy: ['tests/e2e/journeys/polling.test.ts', 'tests/qr/qr.scenarios.test.ts'],
  },
  'journeys/push.test.ts': {
    titles: [
      'a group that is not on the screen ends the push',
      'a cancel takes the push off the phone',
      'a reload goes on with the push',
    ],
    seenBy: [
      'tests/e2e/journeys/push.test.ts',
      'tests/push/push.leaving.scenarios.test.ts',
      'tests/portal/push.scenarios.test.ts',
      'tests/server/methods/push.test.ts',
    ],
  },
  'journeys/qr.test.ts': {
    titles: [
      'a no on the phone is shown, and leads to a new code',
      'a reload draws a new code; Back and the link lead to the ID entry',
      '10 s without a network do not end a QR code',
    ],
    seenBy: [
      'tests/e2e/journeys/qr.test.ts',
      'tests/e2e/journeys/push.test.ts',
      'tests/qr/qr.answers.scenarios.test.ts',
      'tests/portal/qr.scenarios.test.ts',
    ],
  },
  'journeys/refusals.test.ts': {
    titles: [
      'a wrong password is counted and can be corrected at once',
      'the dialog shows why a sign-in is refused',
      'admin has to change the password first',
    ],
    seenBy: [
      'tests/e2e/journeys/refusals.test.ts',
      'tests/server/password-login.test.ts',
      'tests/portal/matrix/login.matrix.test.tsx',
    ],
  },
  'journeys/registration-breaks.test.ts': {
    titles: ['a key is added only after a whole sign-in', 'an expired link leads to the sign-in'],
    seenBy: [
      'tests/server/register-passkey.test.ts',
      'tests/server/register-app.test.ts',
      'tests/portal/registration-faults.walk.test.tsx',
    ],
  },
  'journeys/registration-ways.test.ts': {
    titles: [
      'without contact an administrator helps',
      'another authenticator app › it is registered within a login and passes the second step',
    ],
    seenBy: [
      'tests/e2e/journeys/registration-ways.test.ts',
      'tests/portal/registration-steps.walk.test.tsx',
      'tests/server/register-standard-app.test.ts',
    ],
  },
  'journeys/registration.test.ts': {
    titles: ['an OTP card is registered from its tile'],
    seenBy: ['tests/e2e/journeys/registration.test.ts', 'tests/portal/registration.walk.test.tsx'],
  },
  'journeys/saml.test.ts': {
    titles: [
      'the engine’s pages are accessible in both languages',
      'two tabs lead to their own two services',
    ],
    seenBy: [
      'tests/e2e/journeys/saml.test.ts',
      'tests/e2e/journeys/single-sign-on.test.ts',
      'tests/e2e/journeys/tabs.test.ts',
      'tests/server/saml/pages.test.ts',
      'tests/server/saml/single-sign-on.test.ts',
      'tests/server/second-step-sso.test.ts',
    ],
  },
  'journeys/second-expiry.test.ts': {
    titles: ['deleted cookies end the second step'],
    seenBy: [
      'tests/e2e/journeys/second-expiry.test.ts',
      'tests/session-expiry/session-expiry.scenarios.test.ts',
    ],
  },
  'journeys/second-sign-in.test.ts': {
    titles: [
      'token 2 can be the second factor',
      'token 3 can be the second factor',
      'token 0 can be the second factor',
      'token 8 can become the default second factor',
      'the password is the second factor after a code',
      'a QR code is the second factor',
      'a resource can request a second step',
    ],
    seenBy: [
      'tests/e2e/journeys/second-sign-in.test.ts',
      'tests/server/second-step.test.ts',
      'tests/server/second-step-sso.test.ts',
      'tests/server/qr.test.ts',
      'tests/second-factor/second-factor.walk.test.tsx',
    ],
  },
  'journeys/second.test.ts': {
    titles: ['Cancel and Back remove a push from the phone', 'a new second token restarts the second step'],
    seenBy: [
      'tests/e2e/journeys/push.test.ts',
      'tests/second-factor/second-factor.scenarios.test.ts',
      'tests/portal/second-step.scenarios.test.ts',
      'tests/server/second-tokens.test.ts',
    ],
  },
  'journeys/sent-code.test.ts': {
    titles: ['an automatic code is sent once'],
    seenBy: [
      'tests/e2e/journeys/sent-code.test.ts',
      'tests/portal/sent-code.scenarios.test.ts',
      'tests/portal/methods.scenarios.test.ts',
    ],
  },
  'journeys/session-rules.test.ts': {
    titles: [
      'endOldest › the later sign-in ends the first, which shows a message',
      'ask, without scripts › the later sign-in ends the first, which shows a message',
    ],
    seenBy: [
      'tests/e2e/journeys/session-rules.test.ts',
      'tests/server/session.test.ts',
      'tests/server/without-scripts.test.ts',
    ],
  },
  'journeys/sign-in.test.ts': {
    titles: ['a double click on Login sends once'],
    seenBy: [
      'tests/e2e/journeys/sign-in.test.ts',
      'tests/portal/hangul.walk.test.tsx',
      'tests/portal/portal.scenarios.test.ts',
      'tests/server/password-login.test.ts',
    ],
  },
  'journeys/single-sign-on.test.ts': {
    titles: [
      'a stopped countdown stays stopped after a reload',
      'a summary without a target leads to the services',
      'a service requests › max_age=60: no password after a recent login',
      'a service requests › login_hint: the ID is filled in and can be changed',
    ],
    seenBy: [
      'tests/e2e/journeys/single-sign-on.test.ts',
      'tests/return-to-service/return-to-service.walk.test.tsx',
      'tests/server/oidc/single-sign-on.test.ts',
      'tests/server/proofs/times.test.ts',
    ],
  },
  'journeys/tabs.test.ts': {
    titles: [
      'a login in an older tab continues in a newer one',
      'a tab keeps its request whatever other tabs do',
      'each tab returns to the service with its own request',
    ],
    seenBy: [
      'tests/e2e/journeys/tabs.test.ts',
      'tests/portal/background.scenarios.test.ts',
      'tests/portal/storage.test.ts',
    ],
  },
  'journeys/typing.test.ts': {
    titles: ['a temporary code is typed in any case or in groups'],
    seenBy: ['tests/e2e/journeys/typing.test.ts', 'tests/ui/code-text.test.ts'],
  },
};
