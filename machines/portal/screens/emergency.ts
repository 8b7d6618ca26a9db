import { hasOtherMethods } from '#machines/portal/policy-rules.ts';
import { methodScreen } from '#machines/portal/screen.ts';

export const emergency = methodScreen('emergency', {
  description: 'The temporary code of an administrator.',
  entry: ['dropForeignPending', 'enterEmergency'],
  exit: 'leaveEmergency',
  running: { description: 'The emergency-code screen is on.' },
  input: ({ context }) => ({
    userId: context.session.person.userId,
    hasOtherMethods: hasOtherMethods(context),
  }),
});
