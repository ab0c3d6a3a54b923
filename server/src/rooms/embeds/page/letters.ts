import { button, facts, paragraph, type Letter } from '../../messaging/letter/letter.ts'
import type { Words } from '../../messaging/mail.ts'

/** Returns the letter about a website that is not listed and tried to show an embed. */
export const embedRefused =
  ({ name, host, domains, link }: { name: string; host: string; domains: readonly string[]; link: string }) =>
  ({ say }: Words): Letter => ({
    subject: say('mail_embed_refused_subject', { host }),
    preview: say('mail_embed_refused_text', { name, host }),
    title: say('mail_embed_refused_title'),
    blocks: [
      paragraph(say('mail_embed_refused_text', { name, host })),
      facts([{ label: say('embed_websites'), value: domains.join(', ') }]),
      paragraph(say('mail_embed_refused_what')),
      button(say('mail_embed_refused_button'), link),
    ],
  })
