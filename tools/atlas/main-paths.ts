/**
 * The main path through a flow, or through a state with child states: the names of the states that a person usually
 * passes, in order. The chart shows them in the middle column, from top to bottom. For a flow without an entry the main
 * path is computed.
 */
export const MAIN_PATHS: Readonly<Record<string, string>> = {
  authenticated: 'deciding posting posted',
  'device-sign-in': 'opening entering checking comparing allowing done',
  factors: 'loading listing done',
  'forgot-password': 'opening entering identifying preparing choosing identity setup done',
  history: 'opening requesting following inSync',
  'id-entry': 'opening entering checking done',
  'id-entry.asserting': 'starting asking',
  'language.drawn': 'completing complete',
  management: 'lookingUp opening proving choosing registering succeeded following done',
  'management.proving': 'beginning entering checking identifying',
  'management.details': 'beginning loading showing saving',
  network: 'starting online',
  passkey: 'opening asserting finishing done',
  'passkey.asserting': 'starting asking',
  'password-setup': 'preparing entering comparing saving done',
  'phone.request': 'choosing approving',
  portal:
    'routeByAddress redirect id-entry routeByPolicy openMethod chooser password afterMethod afterLogin return-to-service',
  push: 'recalling requesting sent waiting proving done',
  qr: 'opening drawing shown loggingIn done',
  questions: 'opening loading entering verifying done',
  'register-app': 'choosing generating sending waiting done',
  'register-card': 'entering validating proving verifying done',
  'register-passkey': 'naming checking starting creating finishing done',
  'register-yubikey': 'entering mapping done',
  'return-to-service': 'checking leaving',
  'second-factor': 'opening proving concluding saving done',
  'self-auth': 'lookingUp deciding checkingToken naming verifying granting proving done',
  'sent-code.working.delivery': 'recalling choosingChannel granting sending sent',
  'service-info': 'opening requesting answered',
  'session-expiry.expired': 'starting counting',
  'url-password': 'entering verifying preparing choosing identity proved setup ending endingLink done',
};
