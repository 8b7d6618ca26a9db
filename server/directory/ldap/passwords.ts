import type { LdapSettings } from '#server/config/ldap.ts';
import { bindToLookUp, findPerson, templateDn } from './person.ts';
import type { Proof } from './proof.ts';

/** Has a password judged by the company's directory. */
export interface DirectoryPasswords {
  /** @throws DirectoryProblemError when the directory cannot be asked or answers nothing to go by */
  verify(userId: string, password: string): Promise<Proof>;
}

/** Passwords of a directory. Its client is loaded when the first one is looked at. */
export function directoryPasswords(settings: LdapSettings): DirectoryPasswords {
  return {
    async verify(userId, password) {
      if (password === '') return 'wrong';
      const { connectToAny } = await import('./connection.ts');
      const connection = await connectToAny(settings);
      try {
        const told = templateDn(settings, userId);
        if (told === null) await bindToLookUp(connection, settings);
        const dn = told ?? (await findPerson(connection, settings, userId));
        return dn === null ? 'wrong' : await connection.bind(dn, password.normalize('NFC'));
      } finally {
        connection.close();
      }
    },
  };
}
