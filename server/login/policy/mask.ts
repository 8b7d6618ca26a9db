const VISIBLE_OF_NAME = 2;

/** `haneul@hanbit.example` becomes `ha****@hanbit.example`: every contact leaves the server masked (rule 15). */
export function maskMail(mail: string): string {
  const at = mail.lastIndexOf('@');
  const name = mail.slice(0, at);
  const visible = name.slice(0, Math.min(VISIBLE_OF_NAME, name.length - 1));
  return `${visible}${'*'.repeat(name.length - visible.length)}${mail.slice(at)}`;
}

const VISIBLE_OF_NUMBER = 4;
const PREFIX = /^\+?\d{2,3}/;

/** `010-2345-6789` becomes `010-****-6789`. A number that is too short becomes all stars. */
export function maskPhone(phone: string): string {
  const prefix = PREFIX.exec(phone)?.[0] ?? '';
  const digits = phone.replace(/\D/g, '').length;
  if (digits <= prefix.length + VISIBLE_OF_NUMBER) return phone.replace(/\d/g, '*');
  const end = phone.length - VISIBLE_OF_NUMBER;
  return prefix + phone.slice(prefix.length, end).replace(/\d/g, '*') + phone.slice(end);
}

const VISIBLE_OF_SERIAL = 4;

/** `CARD-00417` becomes `CA*****417`: only its ends stay visible, and less of a short one. */
export function maskSerial(serial: string): string {
  const end = Math.min(VISIBLE_OF_SERIAL, Math.floor(serial.length / 3));
  const start = Math.min(2, end);
  return `${serial.slice(0, start)}${'*'.repeat(serial.length - start - end)}${serial.slice(serial.length - end)}`;
}
