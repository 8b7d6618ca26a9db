const MAX_VISIBLE_OF_NAME = 2;

/**
 * Masks a mail address, as the server does with every contact that it sends (rule 15): `haneul@hanbit.example` becomes
 * `ha****@hanbit.example`.
 */
export function maskMail(mail: string): string {
  const atSign = mail.lastIndexOf('@');
  const name = mail.slice(0, atSign);
  const visiblePart = name.slice(0, Math.min(MAX_VISIBLE_OF_NAME, name.length - 1));
  return `${visiblePart}${'*'.repeat(name.length - visiblePart.length)}${mail.slice(atSign)}`;
}

const VISIBLE_END_OF_NUMBER = 4;
/** The country code or area code, which stays visible. */
const PHONE_PREFIX = /^\+?\d{2,3}/;

/** Masks a phone number: `010-2345-6789` becomes `010-****-6789`. In a very short number all digits are masked. */
export function maskPhone(phone: string): string {
  const prefix = PHONE_PREFIX.exec(phone)?.[0] ?? '';
  const digits = phone.replace(/\D/g, '').length;
  if (digits <= prefix.length + VISIBLE_END_OF_NUMBER) return phone.replace(/\d/g, '*');
  const end = phone.length - VISIBLE_END_OF_NUMBER;
  return prefix + phone.slice(prefix.length, end).replace(/\d/g, '*') + phone.slice(end);
}

const MAX_VISIBLE_START_OF_SERIAL = 2;
const MAX_VISIBLE_END_OF_SERIAL = 4;

/**
 * Masks a serial number or the name of a device: `CARD-00417` becomes `CA*****417`. At most two characters at the start
 * and four at the end remain visible, and fewer characters of a short text.
 */
export function maskSerial(serial: string): string {
  const end = Math.min(MAX_VISIBLE_END_OF_SERIAL, Math.floor(serial.length / 3));
  const start = Math.min(MAX_VISIBLE_START_OF_SERIAL, end);
  return `${serial.slice(0, start)}${'*'.repeat(serial.length - start - end)}${serial.slice(serial.length - end)}`;
}
