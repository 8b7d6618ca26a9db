import { type Answer, json } from './faults.ts';

const APP = '/data/portal/mobileapp/provision';

/** The calls that register factors. */
export const REGISTRATION_CALLS = {
  checkName: 'POST /data/portal/fido-token/check-name',
  startPasskey: 'POST /start',
  finishPasskey: 'POST /finish',
  generate: `GET ${APP}/generation/kim`,
  sendLink: 'POST /noti/mobileapp/provision/link/demo-service',
  checkAppRegistration: `GET ${APP}`,
  makeCode: `POST ${APP}/qr`,
  createCode: `GET ${APP}/schema`,
  sendKey: `POST ${APP}/offline/code`,
  offlineAk: `GET ${APP}/offline/code/kim`,
  offlineProof: `GET ${APP}/offline/otp/kim`,
  registerOffline: `POST ${APP}/offline`,
  validateCard: 'POST /data/portal/hwotp/validation',
  verifyCard: 'POST /data/portal/hwotp/verification',
  mapYubikey: 'POST /data/portal/yubikey/mapping',
} as const;
type RegistrationCallName = keyof typeof REGISTRATION_CALLS;

const CREATION = {
  challenge: 'Y2hhbGxlbmdl',
  rp: { name: '문지기' },
  user: { id: 'a2lt', name: 'kim', displayName: 'kim' },
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
};

/** Successful answers of these calls; the mobile app is not registered. */
export const REGISTRATION_ANSWERS: Record<RegistrationCallName, Answer> = {
  checkName: () => json({ status: 200 }),
  startPasskey: () => json({ status: 200, publicKeyCredentialCreationOptions: CREATION }),
  finishPasskey: () => json({ status: 200 }),
  generate: () => json({ status: 200, ak: 'ak-1' }),
  sendLink: () => json({ status: 200 }),
  checkAppRegistration: () => json({ status: 200, result: false }),
  makeCode: () => json({ status: 200, authCode: '1234567890123456', otp: '123456' }),
  createCode: () => json({ status: 200, schema: 'munjigi://register?data=1' }),
  sendKey: () => json({ status: 200 }),
  offlineAk: () => json({ status: 200, ak: 'AB23CD45' }),
  offlineProof: () => json({ status: 200, otp: '123456' }),
  registerOffline: () => json({ status: 200 }),
  validateCard: () => json({ status: 200, serialNumber: 'C-1', modelCode: 'M', companyName: 'Maker' }),
  verifyCard: () => json({ status: 200 }),
  mapYubikey: () => json({ status: 200, serialNumber: '1', modelCode: 'M', publicId: 'cccc' }),
};
