import type * as v from 'valibot';
import type { license } from './license.ts';
import type { policy } from './policy.ts';

/** The policies of the demonstration's accounts; `standard` holds for everyone else and every service. */
export const SEED_POLICIES: v.InferInput<typeof policy>[] = [
  {
    id: 'every-method',
    users: [
      'lee',
      'lim',
      'yoon',
      'noh',
      'jang',
      'song',
      'yang',
      'ahn',
      'kang',
      'kwon',
      'bae',
      'heo',
      'jo',
      'cha',
      'joo',
      'woo',
      'ku',
      'min',
      'na',
      'doh',
      'pyo',
      'oh',
    ],
    authType: 'otp',
    methods: [
      'emergencyCode',
      'pw',
      'sms',
      'internalMail',
      'privateMail',
      'hwOtp',
      'yubikey',
      'mobileOtp',
      'push',
      'fido2Token',
    ],
    selfAuth: ['sms', 'internalMail', 'privateMail', 'mobileOtp', 'push'],
    cubeLogin: ['sms', 'qrCode', 'offline'],
    management: true,
  },
  {
    id: 'password-then-device',
    users: ['hong'],
    authType: 'other',
    methods: ['pw', 'hwOtp', 'yubikey', 'sms'],
    selfAuth: ['sms'],
  },
  {
    id: 'two-steps',
    users: ['park'],
    authType: 'other',
    methods: ['pw'],
    secondAuth: true,
    secondTokenPriority: {
      sms: 1,
      mobileOtp: 2,
      hwOtp: 3,
      internalMail: 4,
      push: 4,
      qrCode: 5,
      yubikey: 5,
      privateMail: 5,
    },
    selfAuth: ['sms', 'internalMail', 'privateMail'],
    cubeLogin: ['sms', 'qrCode', 'offline'],
    management: true,
  },
  { id: 'switched-off', users: ['nam'], enabled: false, authType: 'other', methods: ['pw'] },
  { id: 'past-period', users: ['moon'], period: { until: '2020-12-31' }, authType: 'other', methods: ['pw'] },
  {
    id: 'no-hours',
    users: ['baek'],
    hours: { from: '00:00', until: '00:00' },
    authType: 'other',
    methods: ['pw'],
  },
  {
    id: 'standard',
    authType: 'other',
    methods: ['pw'],
    selfAuth: ['sms', 'internalMail', 'privateMail'],
  },
];

/** Licences under which no further app can be registered. */
export const SEED_LICENSES: v.InferInput<typeof license>[] = [
  { id: 'full', users: ['kang'], mobileApps: 0 },
  { id: 'expired', users: ['kwon'], until: '2020-12-31' },
];
