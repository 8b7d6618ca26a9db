import type { DemoAccount, LabOptions } from '#lab/options.ts';
import type { Bilingual } from '#lab/web/language.ts';
import type { DeviceStore } from './device-store.ts';
import { seededDevices, seededYubikey } from './seeded.ts';
import type { Devices } from './types.ts';

/** An account of the demonstration with its devices. */
export type DeviceOwner = DemoAccount & { readonly devices: Devices };

/** The kinds of devices. Each kind is the first segment of the addresses of its pages. */
export const DEVICE_KINDS = ['phone', 'mailbox', 'card', 'yubikey', 'passkey'] as const;
export type DeviceKind = (typeof DEVICE_KINDS)[number];

/** The names of the devices. */
export const DEVICE_NAMES: Readonly<Record<DeviceKind, Bilingual>> = {
  phone: { ko: '휴대폰', en: 'Phone' },
  mailbox: { ko: '메일함', en: 'Mailbox' },
  card: { ko: 'OTP 카드', en: 'OTP card' },
  yubikey: { ko: '보안 키(YubiKey)', en: 'YubiKey' },
  passkey: { ko: '패스키', en: 'Passkey' },
};

const HAS_DEVICE: Readonly<Record<DeviceKind, (owner: DeviceOwner) => boolean>> = {
  phone: ({ phoneNumber, devices }) =>
    phoneNumber !== undefined || devices.app !== null || devices.appKey !== null,
  mailbox: ({ internalMail, privateMail }) => internalMail !== undefined || privateMail !== undefined,
  card: ({ devices }) => devices.card !== null,
  yubikey: ({ devices }) => devices.yubikeys.length > 0,
  passkey: ({ devices }) => devices.passkeyName !== null,
};

/** Whether an account has a device of a kind. */
export const hasDevice = (owner: DeviceOwner, kind: DeviceKind): boolean => HAS_DEVICE[kind](owner);

/** Number of digits, and time step in seconds, of the codes of an app that is registered in the lab. */
const OTP_DIGITS = 6;
const PERIOD_SECONDS = 30;

/** The devices of an account: its initial devices, with the last registered app in the place of the initial app. */
function devicesOf(initialDevices: Devices, userId: string, { apps }: Pick<DeviceStore, 'apps'>): Devices {
  return {
    ...initialDevices,
    get app() {
      const app = apps.get(userId);
      if (app === 'lost') return null;
      if (!app) return initialDevices.app;
      const { deviceName, secret } = app;
      return { deviceName, secret, digits: OTP_DIGITS, period: PERIOD_SECONDS };
    },
    get appKey() {
      const app = apps.get(userId);
      if (app === 'lost') return null;
      return app ? app.key : initialDevices.appKey;
    },
  };
}

const OWNER_OF_SPARE_KEYS = { name: { ko: '주인 없는 키', en: 'Nobody’s keys' }, shows: { ko: '', en: '' } };

const UNMAPPED_KEY: Bilingual = {
  ko: '서버가 알지만 누구에게도 연결되지 않은 키',
  en: 'Known to the server, and mapped to nobody',
};
const FOREIGN_KEY: Bilingual = { ko: '서버가 모르는 키', en: 'Unknown to the server' };

/** The users that have the spare OTP cards, one card each, in the order of `spareCards`. */
const CARDS_IN_STOCK: readonly (readonly [id: string, name: Bilingual])[] = [
  ['desk-1', { ko: '카드 창구: 누를 때마다 바뀌는 카드', en: 'Card stock: a counter-based card' }],
  ['desk-2', { ko: '카드 창구: 시간마다 바뀌는 카드', en: 'Card stock: a time-based card' }],
  ['desk-3', { ko: '카드 창구: 다른 제조사의 카드', en: 'Card stock: a card of another manufacturer' }],
  ['desk-4', { ko: '카드 창구: 등록이 해제된 카드', en: 'Card stock: an unregistered card' }],
];

type DeviceSources = Pick<LabOptions, 'accounts' | 'devices' | 'spareYubikeys' | 'spareCards'>;

/** All accounts with their devices, then the user `nobody` with the spare Yubikeys, and a user for each spare card. */
export const deviceOwnersOf = (
  { accounts, devices, spareYubikeys, spareCards }: DeviceSources,
  store: Pick<DeviceStore, 'apps'>,
): readonly DeviceOwner[] => [
  ...accounts.map((account) => ({
    ...account,
    devices: devicesOf(seededDevices(devices[account.userId] ?? {}), account.userId, store),
  })),
  {
    ...OWNER_OF_SPARE_KEYS,
    userId: 'nobody',
    devices: {
      ...seededDevices({}),
      yubikeys: [
        { ...seededYubikey(spareYubikeys.unmapped), note: UNMAPPED_KEY },
        { ...seededYubikey(spareYubikeys.foreign), note: FOREIGN_KEY },
        { ...seededYubikey(spareYubikeys.second), note: UNMAPPED_KEY },
      ],
    },
  },
  ...CARDS_IN_STOCK.flatMap(([userId, name], index) => {
    const otpCard = spareCards[index];
    return otpCard ? [{ userId, name, shows: { ko: '', en: '' }, devices: seededDevices({ otpCard }) }] : [];
  }),
];

/** The account with an ID that has a device of a kind; null when there is no such account. */
export const findOwner = (
  owners: readonly DeviceOwner[],
  kind: DeviceKind,
  userId: string,
): DeviceOwner | null => owners.find((owner) => owner.userId === userId && hasDevice(owner, kind)) ?? null;
