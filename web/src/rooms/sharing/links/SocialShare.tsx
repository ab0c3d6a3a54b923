import { getFbLink } from '@cutaway/contract/rooms/sharing/links.ts'
import { IconBrandFacebook, IconBrandWhatsapp, IconMail } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { call } from '../../../core/api.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { useSignedIn } from '../../../core/session.ts'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { Button } from '../../../ui/form/Button.tsx'
import { TextInput } from '../../../ui/form/Field.tsx'
import classes from './LinkForm.module.css'

/** Offers other ways to share a link if the browser cannot copy it: a social network, a mail, or by hand. */
export function SocialShare({ link, onClose }: { link: string; onClose: () => void }) {
  const t = useTexts()
  const { user } = useSignedIn()
  const field = useRef<HTMLInputElement>(null)
  const facebook = useQuery({
    queryKey: ['fb-link', user.user_id],
    queryFn: ({ signal }) => call(getFbLink, { params: { user_id: user.user_id }, signal }),
    staleTime: Infinity,
  })
  useEffect(() => field.current?.select(), [])
  const ways = [
    {
      name: 'Facebook',
      Sign: IconBrandFacebook,
      to: facebook.data && facebook.data.fb_link + encodeURIComponent(link),
    },
    { name: 'WhatsApp', Sign: IconBrandWhatsapp, to: `https://wa.me/?text=${encodeURIComponent(link)}` },
    {
      name: t('share_by_mail_program'),
      Sign: IconMail,
      to: `mailto:?body=${encodeURIComponent(link)}`,
    },
  ]
  return (
    <Dialog title={t('social_share')} size="sm" onClose={onClose}>
      <div className={classes.ways}>
        {ways.map(({ name, Sign, to }) => (
          <Button
            key={name}
            component="a"
            href={to ?? '#'}
            target="_blank"
            rel="noopener noreferrer"
            data-disabled={to ? undefined : true}
            leftSection={<Sign size={18} stroke={1.75} aria-hidden />}
          >
            {name}
          </Button>
        ))}
      </div>
      <TextInput
        ref={field}
        data-autofocus
        label={t('copy_by_hand')}
        value={link}
        readOnly
        dir="ltr"
        onFocus={(event) => event.currentTarget.select()}
      />
    </Dialog>
  )
}
