import type { Transporter } from 'nodemailer';
import type { Outbox } from './outbox.ts';

const TIMEOUT_MS = 10_000;

/**
 * Sends messages as mails through an SMTP server.
 * @param url the server, such as `smtps://user:password@mail.example:465`
 */
export function smtpOutbox(url: string, from: string): Outbox {
  let transporter: Transporter | null = null;
  const getTransporter = async (): Promise<Transporter> => {
    const { createTransport } = await import('nodemailer');
    transporter ??= createTransport({
      url,
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
    });
    return transporter;
  };
  return {
    async deliver({ to, subject, text }) {
      await (await getTransporter()).sendMail({
        from,
        to: { name: '', address: to },
        subject,
        text,
        disableFileAccess: true,
        disableUrlAccess: true,
      });
    },
  };
}
