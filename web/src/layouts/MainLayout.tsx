import { type ContextType, lazy, Suspense, useMemo } from 'react'
import { Outlet } from 'react-router'
import { usePageState } from '../core/page.ts'
import { isOnTrial } from '../core/guard.ts'
import { useSession, useSignedIn } from '../core/session.ts'
import { OfflineBar } from '../ui/feedback/OfflineBar.tsx'
import { SkipLink } from '../ui/layout/SkipLink.tsx'
import { WhenSeen } from '../ui/layout/WhenSeen.tsx'
import { FilmCorner } from '../rooms/catalogue/film-corner.ts'
import { HomeSide } from '../rooms/catalogue/home-side.ts'
import { EmbedButton } from '../rooms/embeds/EmbedButton.tsx'
import { PlayOnScreenButton } from '../rooms/signage/screens/PlayOnScreenButton.tsx'
import { FavouriteButton, FavouriteStar } from '../rooms/favourites/FavouriteStar.tsx'
import { PdfActions } from '../rooms/player/pdf/pdf-actions.ts'
import { FilmActions, FilmBelow } from '../rooms/player/film-actions.ts'
import { loadShareCounts } from '../rooms/sharing/receipts/share-counts.ts'
import { ShareCounts } from '../rooms/catalogue/share-counts.ts'
import { FilmEndActions } from '../rooms/player/film-end-action.ts'
import { shareRights } from '../rooms/sharing/rights.ts'
import { ShareFromLists } from '../rooms/sharing/ShareFromLists.tsx'
import { ShareButton } from '../rooms/sharing/ShareButton.tsx'
import { Footer } from './footer/Footer.tsx'
import { MainHeader } from './header/MainHeader.tsx'
import classes from './MainLayout.module.css'
import { PhoneHeader } from './header/PhoneHeader.tsx'
import { TabBar } from './header/TabBar.tsx'
import { useTexts, withTexts } from '../core/i18n/i18n.ts'

const AgreeTermsDialog = lazy(() => import('./dialogs/AgreeTermsDialog.tsx'))
const AccountBars = lazy(() => import('./AccountBars.tsx'))
const HelpVideo = lazy(() => import('./dialogs/HelpVideo.tsx'))
const RecentlyShared = lazy(() => withTexts(['sharing'], import('../rooms/sharing/receipts/RecentlyShared.tsx')))
const SharePdf = lazy(() => withTexts(['sharing', 'player'], import('../rooms/sharing/dialog/SharePdf.tsx')))
const ShareNews = lazy(() => withTexts(['sharing'], import('../rooms/sharing/receipts/ShareNews.tsx')))
const KioskFrame = lazy(() => withTexts(['catalogue', 'player'], import('./touch-screen/kiosk/KioskFrame.tsx')))
const TouchScreen = lazy(() => import('./touch-screen/TouchScreen.tsx'))

/** Film actions contributed by other rooms, shown on a film's tile and page in this order. */
const filmCorner: ContextType<typeof FilmCorner> = (film) => <FavouriteStar film={film} />
const filmActions: ContextType<typeof FilmActions> = (details) => (
  <>
    <FavouriteButton details={details} />
    <EmbedButton details={details} />
    <PlayOnScreenButton details={details} />
    <ShareButton details={details} />
  </>
)

const FilmHeat = lazy(() => withTexts(['reports'], import('../rooms/reports/heat/FilmHeat.tsx')))
const FilmPicture = lazy(() => import('../rooms/player/FilmPicture.tsx'))
const filmBelow: ContextType<typeof FilmBelow> = (details, seek) =>
  details.video.video_type === 'narrated' ? (
    <WhenSeen>
      <Suspense fallback={null}>
        <FilmHeat
          details={details}
          picture={(second) => (
            <Suspense fallback={null}>
              <FilmPicture thumbnails={details.video.thumbnailsUrl} second={second} />
            </Suspense>
          )}
          onSeek={seek}
        />
      </Suspense>
    </WhenSeen>
  ) : null
const nothingBelow: ContextType<typeof FilmBelow> = () => null
const ShareAtEnd = lazy(() => import('../rooms/sharing/ShareAtEnd.tsx'))

const noEndAction: ContextType<typeof FilmEndActions> = () => null
const shareAtEnd: (t: ReturnType<typeof useTexts>) => ContextType<typeof FilmEndActions> = (t) => (details) => ({
  title: t('film_end_share'),
  text: t('film_end_share_text'),
  action: (
    <Suspense fallback={null}>
      <ShareAtEnd details={details} />
    </Suspense>
  ),
})

const homeSide: ContextType<typeof HomeSide> = () => (
  <Suspense fallback={null}>
    <RecentlyShared />
  </Suspense>
)
const pdfActions: ContextType<typeof PdfActions> = (partId, languageId) => (
  <Suspense fallback={null}>
    <SharePdf partId={partId} languageId={languageId} />
  </Suspense>
)

/** Lays out pages of signed-in users: header, content, footer; on a phone a tab bar at the bottom. */
export default function MainLayout() {
  return (
    <MainFrame>
      <Outlet />
    </MainFrame>
  )
}

/** Renders the frame shared by the main and the sidebar layout. */
export function MainFrame({ children }: { children: React.ReactNode }) {
  const { acting, user, permissions } = useSignedIn()
  const isTrial = isOnTrial({ user })
  return (
    <>
      {acting || isTrial || permissions.includes('upgrade_account') ? (
        <Suspense fallback={null}>
          <AccountBars isTrial={isTrial} />
        </Suspense>
      ) : null}
      <Frame>{children}</Frame>
    </>
  )
}

function Frame({ children }: { children: React.ReactNode }) {
  const { phone } = usePageState()
  const { required_terms, help_video, TouchScreenMode } = useSignedIn()
  const permissions = useSession()?.permissions ?? []
  const mayShare = shareRights.some((right) => permissions.includes(right))
  const mayReport = permissions.includes('view_reports')
  const t = useTexts()
  const endActions = useMemo(() => (mayShare ? shareAtEnd(t) : noEndAction), [mayShare, t])
  if (required_terms)
    return (
      <Suspense fallback={null}>
        <AgreeTermsDialog />
      </Suspense>
    )
  if (TouchScreenMode === 'customer')
    return (
      <Suspense fallback={null}>
        <KioskFrame>{children}</KioskFrame>
      </Suspense>
    )
  return (
    <div className={classes.frame} data-own-header={phone ? true : undefined}>
      <SkipLink />
      <ShareFromLists>
        <MainHeader />
        {phone ? <PhoneHeader back={phone.back} {...(phone.subtitle ? { subtitle: phone.subtitle } : {})} /> : null}
        <OfflineBar />
        <main id="main" className={classes.main}>
          <FilmCorner value={filmCorner}>
            <FilmActions value={filmActions}>
              <FilmBelow value={mayReport ? filmBelow : nothingBelow}>
                <FilmEndActions value={endActions}>
                  <PdfActions value={pdfActions}>
                    {mayShare ? (
                      <ShareCounts value={loadShareCounts}>
                        <HomeSide value={homeSide}>{children}</HomeSide>
                      </ShareCounts>
                    ) : (
                      children
                    )}
                  </PdfActions>
                </FilmEndActions>
              </FilmBelow>
            </FilmActions>
          </FilmCorner>
        </main>
      </ShareFromLists>
      {phone?.fills ? null : <Footer />}
      {phone ? null : <TabBar />}
      <Suspense fallback={null}>
        {mayShare ? <ShareNews /> : null}
        {help_video ? <HelpVideo /> : null}
        {TouchScreenMode ? <TouchScreen /> : null}
      </Suspense>
    </div>
  )
}
