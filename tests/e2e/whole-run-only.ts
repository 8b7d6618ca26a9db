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
      'each question is answered by the first thing found',
      'at 1366 px a chart opens so that it can be read, with its main path in view',
      'nothing that axe finds on any kind of page, and a state without a screen says why',
      'search finds screens, the origin of a time, and the screens of an error code',
      'a remark on a state is saved and can be exported to a file',
    ],
    seenBy: [
      'tests/e2e/atlas.test.ts',
      'tests/atlas/found.test.ts',
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
  'journeys/chooser.test.ts': {
    titles: [
      'after the password the other methods of the policy are offered, and the password is not',
      'the address of each method opens its screen, and any other the chooser',
    ],
    seenBy: ['tests/portal/choosing.scenarios.test.ts', 'tests/portal/addresses.scenarios.test.ts'],
  },
  'journeys/day.test.ts': {
    titles: [
      'a day of an administrator: a thousand people are imported, one is disabled in the middle, enabled, helped with a code, registers a passkey, and the audit tells it',
    ],
    seenBy: [
      'tests/e2e/journeys/desk.test.ts',
      'tests/server/administration/bulk.test.ts',
      'tests/server/administration/disabled.test.ts',
      'tests/server/operations/audit.test.ts',
    ],
  },
  'journeys/device-sign-in.test.ts': {
    titles: ['without scripts › a code of the address fills the field, and the person declines'],
    seenBy: [
      'tests/e2e/journeys/device-sign-in.test.ts',
      'tests/server/device-sign-in.test.ts',
      'tests/device-sign-in/device-sign-in.scenarios.test.ts',
    ],
  },
  'journeys/engine-pages.test.ts': {
    titles: [
      'the engine asks and confirms a sign-out in the chosen language',
      'a request that the engine refuses is explained',
    ],
    seenBy: ['tests/server/oidc/pages.test.ts', 'tests/server/engine-language.test.ts'],
  },
  'journeys/factors.test.ts': {
    titles: [
      'a push signs in, once the phone has chosen what the screen shows',
      'a stranger signs in by a code that the phone scans and approves',
    ],
    seenBy: ['tests/e2e/journeys/push.test.ts', 'tests/e2e/journeys/qr.test.ts'],
  },
  'journeys/failures.test.ts': {
    titles: [
      'an answer that cannot be used › leads to the error page, and the request is not lost: redirectPage',
      'an answer that cannot be used › of the summary call shows a message with a retry',
      'a login whose policy has changed restarts with a notice',
    ],
    seenBy: ['tests/e2e/journeys/failures.test.ts', 'tests/portal/matrix/login.matrix.test.tsx'],
  },
  'journeys/first-picture.test.ts': {
    titles: [
      'Enter before the script has arrived counts, and nothing typed gets into the address',
      'an unknown ID is refused and can be corrected',
      'a way in that is pressed before the script has arrived is taken, in a browser without passkeys',
      'Enter counts in a browser without passkeys too, and the field stays',
      'a language pressed before the script has arrived is shown',
      'typed text moves to the screen of a known person',
    ],
    seenBy: ['tests/e2e/journeys/first-picture.test.ts', 'tests/portal/first-picture.walk.test.tsx'],
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
      'the way from a method to the choice and to the next method leaves one step in the history',
      'Back from the ID entry leads to the service, past the redirect page',
      'a request that is used up leads to the start, not to an end',
      'a typed address begins at the default service',
      '/logout forgets the person, the request and the session',
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
      'the warning reports a lost network and extends the session when it is back',
    ],
    seenBy: ['tests/e2e/journeys/idle.test.ts', 'tests/idle/idle.portal.test.tsx'],
  },
  'journeys/injected-codes.test.ts': {
    titles: ['the dialog of a login shows the text of each code that only a fault can bring'],
    seenBy: ['tests/portal/matrix/login.matrix.test.tsx', 'tests/i18n/error-catalogue.test.ts'],
  },
  'journeys/keyboard.test.ts': {
    titles: [
      'a person without a mouse chooses a method, and learns of those that cannot be used',
      'both fields take a paste and what a password manager fills in',
    ],
    seenBy: ['tests/e2e/journeys/keyboard.test.ts', 'tests/e2e/journeys/autofill.test.ts'],
  },
  'journeys/large-text.test.ts': {
    titles: [
      'in large text of a wide font, the client key of an app fits its fields',
      'in large text of a wide font, the phone app shows codes and requests uncut',
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
    seenBy: ['tests/e2e/journeys/late-script.test.ts', 'tests/portal/first-picture.walk.test.tsx'],
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
    titles: [
      'a code by SMS or mail is good once, also in the same browser',
      'a code by two channels is sent while one works, fails when none does, and is refused when wrong',
      'a code of the app that is some minutes old has expired',
      'a method removed since the policy check shows a failure on its screen',
    ],
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
      'the dialog says why it is not taken: sms, 005_7',
      'the dialog says why it is not taken: otpCard, 007_3',
      'the dialog says why it is not taken: yubikey, 008_2, 008_3, 008_4, 005_6',
      'the dialog says why it is not taken: yubikey, 005_1, 008_6, 008_7, 008_5, 008',
      'the dialog says why it is not taken: mobileOtp, 005_1, 015_2, 005_6',
      'a refused send token shows a failure and can be requested again',
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
      'from the service and back by otpCard, and its code is good once',
      'from the service and back by yubikey, and its code is good once',
      'from the service and back by internalMail',
      'from the service and back by the pair 4: one code on both ways',
      'from the service and back by the pair 6: one code on both ways',
    ],
    seenBy: ['tests/e2e/journeys/methods.test.ts', 'tests/e2e/journeys/readme.test.ts'],
  },
  'journeys/pages.test.ts': {
    titles: [
      'with a native app › a link opens it by its scheme, once',
      'a link decides once: service is approved',
    ],
    seenBy: [
      'tests/e2e/journeys/pages.test.ts',
      'tests/phone/app-link.test.ts',
      'tests/server/register-app.test.ts',
    ],
  },
  'journeys/passkey-offer.test.ts': {
    titles: ['an offer that was cancelled stays, and one that was declined does not come again'],
    seenBy: ['tests/offer-passkey/offer-passkey.scenarios.test.ts', 'tests/server/passkey-offer.test.ts'],
  },
  'journeys/passkey.test.ts': {
    titles: [
      'by itself when the person always wants that, and a refusal leaves the button',
      'a passkey whose counter was seen before is refused',
      'without WebAuthn the radio, the tile and the button say so',
    ],
    seenBy: [
      'tests/e2e/journeys/passkey.test.ts',
      'tests/passkey/passkey.scenarios.test.ts',
      'tests/server/methods/passkey.test.ts',
      'tests/chooser/tiles.test.ts',
    ],
  },
  'journeys/passwords.test.ts': {
    titles: [
      'a person without contact or question is referred to the administrator',
      'a forgotten password is reset by mail when no question is offered, and its owner is notified',
      'a link changes a password by a mail code; Back is Prev, and a reload saves nothing',
      'an expired password is changed, and the login goes on',
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
    titles: [
      'a link in an SMS opens the app on the phone, and the desk hears of it',
      'a phone is added without a connection, and signs in by its codes',
    ],
    seenBy: ['tests/e2e/journeys/registration.test.ts', 'tests/e2e/journeys/phone-app.test.ts'],
  },
  'journeys/phone-app.test.ts': {
    titles: ['a phone has two portals, with accounts side by side that approve apart, and one is removed'],
    seenBy: ['tests/e2e/journeys/phone-app.test.ts', 'tests/phone/phone.scenarios.test.ts'],
  },
  'journeys/phone-lock.test.ts': {
    titles: ['a phone with a screen lock requires it from the first account on'],
    seenBy: ['tests/e2e/journeys/phone-lock.test.ts', 'tests/phone/lock.test.ts'],
  },
  'journeys/places.test.ts': {
    titles: ['and so they do in a browser without passkeys, which it tells below them'],
    seenBy: ['tests/e2e/journeys/places.test.ts', 'tests/e2e/journeys/first-picture.test.ts'],
  },
  'journeys/polling.test.ts': {
    titles: ['a code that has run out while the machine slept is gone when it wakes'],
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
      'tests/server/methods/push-groups.test.ts',
    ],
  },
  'journeys/qr.test.ts': {
    titles: [
      'a no on the phone is told, and leads on to a new code',
      'a reload draws a new code; Back and the link lead to the ID entry',
      '10 s without a network do not end it',
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
      'a wrong password is counted, and the person goes on at once',
      'the dialog shows why a sign-in is refused, and another person can sign in',
      'admin is led to the change of the password first',
    ],
    seenBy: [
      'tests/e2e/journeys/refusals.test.ts',
      'tests/server/password-login.test.ts',
      'tests/portal/matrix/login.matrix.test.tsx',
    ],
  },
  'journeys/registration-breaks.test.ts': {
    titles: [
      'less than a sign-in adds no key, and a sign-in before it makes up for it',
      'a link is over after its day, and leads to the sign-in',
    ],
    seenBy: [
      'tests/server/register-passkey.test.ts',
      'tests/server/register-app.test.ts',
      'tests/portal/registration-faults.walk.test.tsx',
    ],
  },
  'journeys/registration-ways.test.ts': {
    titles: [
      'a person without contact gets a message, and registers a card with an app from the administrator',
      'another authenticator app › it is registered within a login, verifies who registers a key, and passes the second step after Previous',
    ],
    seenBy: [
      'tests/e2e/journeys/registration-ways.test.ts',
      'tests/portal/registration-steps.walk.test.tsx',
      'tests/server/register-standard-app.test.ts',
    ],
  },
  'journeys/registration.test.ts': {
    titles: ['an OTP card is registered from its tile, and signs in then'],
    seenBy: ['tests/e2e/journeys/registration.test.ts', 'tests/portal/registration.walk.test.tsx'],
  },
  'journeys/saml.test.ts': {
    titles: [
      'a person who is signed in to the OpenID service comes straight in to the SAML one, and out of it by signing out there',
      'a passive request is answered with NoPassive without a session, and signs in with one',
      'a service whose policy wants another method asks for that alone, and says why',
      'each page of the engine is in the chosen language and accessible',
      'two tabs with two services end each at its own',
      'a person who is signed in at a service of one step does only the second at one of two',
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
    titles: [
      'cookies that are deleted in the second step end the session, which is said with the way to the sign-in',
    ],
    seenBy: [
      'tests/e2e/journeys/second-expiry.test.ts',
      'tests/session-expiry/session-expiry.scenarios.test.ts',
    ],
  },
  'journeys/second-sign-in.test.ts': {
    titles: [
      'token 2 is the second factor',
      'token 3 is the second factor',
      'token 0 is the second factor',
      'token 8 is the second factor, becomes the default, and is the default no more',
      'the password is the second factor after a code',
      'a QR code is the second factor, for the person alone, and a reload shows it again',
      'a person of one step does only the second for a resource that asks for two, and none at the next service',
    ],
    seenBy: [
      'tests/e2e/journeys/second-sign-in.test.ts',
      'tests/server/second-step.test.ts',
      'tests/server/second-step-sso.test.ts',
      'tests/server/qr-second-step.test.ts',
      'tests/second-factor/second-factor.walk.test.tsx',
    ],
  },
  'journeys/second.test.ts': {
    titles: [
      'a pending push is taken off the phone on cancel and when the person goes back',
      'a second token that is too old is replaced while the session stands, and only the second step begins again',
    ],
    seenBy: [
      'tests/e2e/journeys/push.test.ts',
      'tests/second-factor/second-factor.scenarios.test.ts',
      'tests/portal/second-step.scenarios.test.ts',
      'tests/server/second-tokens.test.ts',
    ],
  },
  'journeys/sent-code.test.ts': {
    titles: [
      'another method drops the code that was under way',
      'an account whose code is sent automatically gets one, whatever happens to the page',
      'answers that come after the person has left change nothing',
    ],
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
  'journeys/shell.test.ts': {
    titles: [
      '/auth and the other addresses of the first step lead a stranger to the ID, anything else to the error',
    ],
    seenBy: ['tests/portal/addresses.scenarios.test.ts', 'tests/portal/shell.scenarios.test.ts'],
  },
  'journeys/sign-in.test.ts': {
    titles: [
      'a double click on Login sends once',
      'a password is taken to the letter, and Hangul typed as letters of its own is the same',
      'a policy with other methods asks for the password before them',
    ],
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
      'a summary without a way back says so, and leads to the services',
      'a service asks for › a proof that is young enough (max_age=60): the countdown, not the password',
      'a service asks for › a known person by login_hint: the ID stands in the field and can be changed',
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
      'a login by the tab that began first is noticed by the one that began later, which can go on with it',
      'a tab that learns of its request late keeps it, whatever another tab has begun and ended',
      'two tabs of one session each return to the service with their own request',
      'the policy that another tab left for somebody else is not used',
    ],
    seenBy: [
      'tests/e2e/journeys/tabs.test.ts',
      'tests/portal/background.scenarios.test.ts',
      'tests/portal/storage.test.ts',
    ],
  },
  'journeys/typing.test.ts': {
    titles: ['a temporary code has letters, and is taken in small ones and in groups'],
    seenBy: ['tests/e2e/journeys/typing.test.ts', 'tests/ui/code-text.test.ts'],
  },
};
