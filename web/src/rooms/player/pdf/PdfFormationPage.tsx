import { getPdfFormation } from '@cutaway/contract/rooms/player/pdf.ts'
import { IconDownload, IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { call } from '../../../core/api.ts'
import { useDownload } from '../../../core/files/download.ts'
import { languages, useLanguage, useTexts } from '../../../core/i18n/i18n.ts'
import { usePage } from '../../../core/page.ts'
import { useSession } from '../../../core/session.ts'
import { SkeletonText } from '../../../ui/feedback/Skeletons.tsx'
import { Button } from '../../../ui/form/Button.tsx'
import classes from './Pdf.module.css'
import { PdfLanguage, StandIn } from './PdfLanguage.tsx'
import { PdfSheet } from './PdfSheet.tsx'
import { PdfRefused } from './PdfStates.tsx'
import { usePdfTracking } from './usePdf.ts'
import { wordsIn } from './words.ts'

/** Shows the PDF of a part on a page without header or sidebar, for reading, printing and saving. */
export default function PdfFormationPage() {
  const { part_id = '' } = useParams()
  const t = useTexts()
  const session = useSession()
  const [search, setSearch] = useSearchParams()
  const { language_id: pageLanguage } = useLanguage()
  const asked = Number(search.get('language'))
  const languageId = languages.some(({ language_id }) => language_id === asked) ? asked : pageLanguage
  const { busy, download } = useDownload()
  const query = useQuery({
    queryKey: ['pdf-formation', part_id, session?.user.user_id],
    queryFn: ({ signal }) => call(getPdfFormation, { params: { part_id }, signal }),
  })
  const pdf = query.data?.partsPdf
  const { words, standIn } = pdf ? wordsIn(pdf, languageId) : {}
  usePage(words?.tag_name ?? (query.isError ? t('pdf_for_customers') : undefined))
  usePdfTracking(pdf, part_id.length === 6 ? 'narrated' : 'interactive', languageId)
  const page = useRef<HTMLDivElement>(null)
  usePrintOnce(page, words !== undefined && search.has('print'))

  if (query.isError)
    return (
      <div className={classes.state}>
        <PdfRefused error={query.error} busy={query.isFetching} onRetry={() => void query.refetch()} heading="h1" />
      </div>
    )
  if (!pdf || !words)
    return (
      <div className={classes.page}>
        <SkeletonText lines={12} />
      </div>
    )
  return (
    <div ref={page} className={classes.page}>
      <div className={`${classes.bar} ${classes.tools}`}>
        <PdfLanguage
          value={languageId}
          onChange={(id) => setSearch({ language: String(id) }, { replace: true, preventScrollReset: true })}
        />
        <div className={classes.bar}>
          <Button variant="default" leftSection={<IconPrinter size={16} stroke={1.75} />} onClick={() => print()}>
            {t('pdf_print')}
          </Button>
          <Button
            variant="filled"
            leftSection={<IconDownload size={16} stroke={1.75} />}
            disabled={!words.pdf_url}
            loading={busy}
            onClick={() => {
              if (words.pdf_url) download(words.pdf_url, words.tag_name)
            }}
          >
            {t('pdf_download')}
          </Button>
        </div>
      </div>
      {standIn ? <StandIn asked={languageId} words={words} /> : null}
      <PdfSheet pdf={pdf} words={words} heading="h1" />
    </div>
  )
}

/** Opens the print dialog if the URL requests it, once pictures and fonts are loaded. */
function usePrintOnce(page: React.RefObject<HTMLElement | null>, wanted: boolean): void {
  const done = useRef(false)
  useEffect(() => {
    if (!wanted || done.current) return
    done.current = true
    const pictures = [...(page.current?.querySelectorAll('img') ?? [])].map((image) => image.decode())
    void Promise.allSettled([...pictures, document.fonts.ready]).then(() => print())
  }, [page, wanted])
}
