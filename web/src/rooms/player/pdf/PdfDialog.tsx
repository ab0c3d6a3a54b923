import { getPdfDetailsByMpdf } from '@cutaway/contract/rooms/player/pdf.ts'
import type { AnimationDetails } from '@cutaway/contract/rooms/player/player.ts'
import { IconDownload, IconExternalLink, IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { use, useState } from 'react'
import { call } from '../../../core/api.ts'
import { useDownload } from '../../../core/files/download.ts'
import { useLanguage, useTexts } from '../../../core/i18n/i18n.ts'
import { useSignedIn } from '../../../core/session.ts'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { SkeletonText } from '../../../ui/feedback/Skeletons.tsx'
import { Button } from '../../../ui/form/Button.tsx'
import { PdfActions } from './pdf-actions.ts'
import { PdfLanguage, StandIn } from './PdfLanguage.tsx'
import { PdfSheet } from './PdfSheet.tsx'
import { PdfRefused } from './PdfStates.tsx'
import { usePdfTracking } from './usePdf.ts'
import { wordsIn } from './words.ts'

/** Returns the path of a part's PDF page in a language; `print` opens the print dialog. */
const toPdf = (partId: string, languageId: number, print = false): string =>
  `/pdf_formation/${encodeURIComponent(partId)}?language=${languageId}${print ? '&print' : ''}`

/** Shows the PDF of a part as the customer gets it, in the customer's language. */
export default function PdfDialog({ details, onClose }: { details: AnimationDetails; onClose: () => void }) {
  const t = useTexts()
  const { user } = useSignedIn()
  const { language_id: pageLanguage } = useLanguage()
  const [languageId, setLanguageId] = useState(pageLanguage)
  const { partId, video_type } = details.video
  const { busy, download } = useDownload()
  const params = { user_id: user.user_id, part_id: partId, language_id: String(pageLanguage) }
  const query = useQuery({
    queryKey: ['pdf', params],
    queryFn: ({ signal }) => call(getPdfDetailsByMpdf, { params, signal }),
  })
  const pdf = query.data?.partsPdf
  const actionsFor = use(PdfActions)
  usePdfTracking(pdf, video_type, languageId)
  const { words, standIn } = pdf ? wordsIn(pdf, languageId) : {}

  return (
    <Dialog
      title={t('pdf_for_customers')}
      size="lg"
      onClose={onClose}
      footer={
        <>
          {pdf ? actionsFor(partId, languageId) : null}
          <NewTab to={toPdf(partId, languageId)} icon={<IconExternalLink size={16} stroke={1.75} />}>
            {t('pdf_open_page')}
          </NewTab>
          <NewTab to={toPdf(partId, languageId, true)} icon={<IconPrinter size={16} stroke={1.75} />}>
            {t('pdf_print')}
          </NewTab>
          <Button
            variant="filled"
            leftSection={<IconDownload size={16} stroke={1.75} />}
            disabled={!words?.pdf_url}
            loading={busy}
            onClick={() => {
              if (words?.pdf_url) download(words.pdf_url, words.tag_name)
            }}
          >
            {t('pdf_download')}
          </Button>
        </>
      }
    >
      <PdfLanguage value={languageId} onChange={setLanguageId} />
      {query.isPending ? <SkeletonText lines={12} /> : null}
      {query.isError ? (
        <PdfRefused error={query.error} busy={query.isFetching} onRetry={() => void query.refetch()} heading="h3" />
      ) : null}
      {pdf && words ? (
        <>
          {standIn ? <StandIn asked={languageId} words={words} /> : null}
          <PdfSheet pdf={pdf} words={words} heading="h3" />
        </>
      ) : null}
    </Dialog>
  )
}

function NewTab({ to, icon, children }: { to: string; icon: React.ReactNode; children: string }) {
  const t = useTexts()
  return (
    <Button
      variant="default"
      component="a"
      href={to}
      target="_blank"
      rel="noopener"
      leftSection={icon}
      aria-label={`${children}, ${t('pdf_new_tab')}`}
    >
      {children}
    </Button>
  )
}
