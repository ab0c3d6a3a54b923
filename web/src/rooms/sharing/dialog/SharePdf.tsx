import { pdfShareLink } from '@cutaway/contract/rooms/sharing/links.ts'
import { IconLink } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { call } from '../../../core/api.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { useBrandId, useSignedIn } from '../../../core/session.ts'
import { toast } from '../../../core/toast.ts'
import { Button } from '../../../ui/form/Button.tsx'
import { useCopy } from '../links/useCopy.ts'

const SocialShare = lazy(async () => ({ default: (await import('../links/SocialShare.tsx')).SocialShare }))

/** Makes a link to the PDF of a part and copies it. */
export default function SharePdf({ partId, languageId }: { partId: string; languageId: number }) {
  const t = useTexts()
  const { user, web_site } = useSignedIn()
  const brand_id = useBrandId()
  const { copy, stuck, unstick } = useCopy('Link copied')
  const making = useMutation({
    mutationFn: () =>
      call(pdfShareLink, {
        body: {
          userId: user.user_id,
          part_id: partId,
          brand_id,
          lang_id: languageId,
          driverside: web_site.driverside,
        },
      }),
    networkMode: 'always',
    onSuccess: ({ tiny_url }) => copy(tiny_url),
    onError: (error) => toast(error),
  })
  return (
    <>
      <Button
        leftSection={<IconLink size={16} stroke={1.75} aria-hidden />}
        loading={making.isPending}
        onClick={() => making.mutate()}
      >
        {t('share_pdf_link')}
      </Button>
      {stuck === null ? null : (
        <Suspense fallback={null}>
          <SocialShare link={stuck} onClose={unstick} />
        </Suspense>
      )}
    </>
  )
}
