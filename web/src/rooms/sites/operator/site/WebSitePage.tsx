import { getWebSite, type WebSiteData } from '@cutaway/contract/rooms/sites/operator.ts'
import { IconExternalLink } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from 'react-router'
import { call } from '../../../../core/api.ts'
import { useFormat, useTexts } from '../../../../core/i18n/i18n.ts'
import { useSite } from '../../../../core/session.ts'
import { toast } from '../../../../core/toast.ts'
import { paths, toOperatorSite } from '../../../../paths.ts'
import { ErrorState } from '../../../../ui/feedback/ErrorState.tsx'
import { SkeletonRows } from '../../../../ui/feedback/Skeletons.tsx'
import { Button } from '../../../../ui/form/Button.tsx'
import { Logo } from '../../../../ui/illustrations/Logo.tsx'
import { PageHeader } from '../../../../ui/layout/PageHeader.tsx'
import { originOf } from '../origin.ts'
import { SiteStateTag } from '../SiteStateTag.tsx'
import { ServiceSwitch } from '../ServiceSwitch.tsx'
import { logoUrl } from './LogoField.tsx'
import { useBrandTheme } from './useBrandTheme.ts'
import { blankSite, valuesOf } from './web-site-form.ts'
import { WebSiteForm } from './WebSiteForm.tsx'
import classes from './WebSite.module.css'

const keyOf = (id: number) => ['web-site', id] as const

/** One web site: what the operator sets on it. The address without a number is that of a new web site. */
export default function WebSitePage() {
  const { web_site_id: given = '' } = useParams()
  return given === 'new' ? <NewWebSite /> : <WebSite id={Number(given)} />
}

function NewWebSite() {
  const t = useTexts()
  const own = useSite()
  const navigate = useNavigate()
  const client = useQueryClient()
  return (
    <div className={classes.page}>
      <PageHeader
        title={t('site_add')}
        crumbs={[{ label: t('operator_web_sites'), to: paths.operatorSites }, { label: t('site_add') }]}
      />
      <WebSiteForm
        initial={blankSite(own.country_code_iso.toLowerCase(), own.time_zone)}
        onSaved={(id) => {
          void client.invalidateQueries({ queryKey: ['web-sites'] })
          void client.invalidateQueries({ queryKey: ['waiting'] })
          toast('site_added', { kind: 'success' })
          void navigate(toOperatorSite(id), { replace: true })
        }}
      />
    </div>
  )
}

function WebSite({ id }: { id: number }) {
  const t = useTexts()
  const { seen } = useFormat()
  const client = useQueryClient()
  const query = useQuery({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => call(getWebSite, { params: { web_site_id: id }, signal }),
    // An open form does not change by itself; saving it tells of other people's changes.
    staleTime: Infinity,
    gcTime: 0,
    enabled: Number.isSafeInteger(id),
  })
  const { data } = query
  const show = (next: WebSiteData) => {
    client.setQueryData(keyOf(id), next)
    void client.invalidateQueries({ queryKey: ['web-sites'] })
  }
  const crumbs = [{ label: t('operator_web_sites'), to: paths.operatorSites }, { label: data?.name ?? '' }]
  if (!data)
    return (
      <div className={classes.page}>
        <PageHeader title={t('operator_web_site')} crumbs={crumbs} />
        {query.error || !Number.isSafeInteger(id) ? (
          <ErrorState
            heading="h2"
            title={t('web_site_not_loaded')}
            error={query.error}
            busy={query.isFetching}
            onRetry={() => void query.refetch()}
          />
        ) : (
          <SkeletonRows rows={8} />
        )}
      </div>
    )
  return (
    <div className={classes.page}>
      <PageHeader
        title={data.name}
        sign={<Sign site={data} />}
        crumbs={crumbs}
        {...(data.changed_at === ''
          ? {}
          : { subtitle: t('site_changed_by', { name: data.changed_by, time: seen(data.changed_at) }) })}
        actions={
          <>
            <span className={classes.state}>
              <SiteStateTag state={data.state} />
            </span>
            {data.hosts[0] && data.state !== 'out_of_service' ? (
              <Button
                component="a"
                href={originOf(data.hosts[0])}
                target="_blank"
                rel="noreferrer"
                leftSection={<IconExternalLink className="flip" size={16} stroke={1.75} aria-hidden />}
              >
                {t('site_open')}
              </Button>
            ) : null}
            <ServiceSwitch site={data} onDone={(state) => show({ ...data, state })} />
          </>
        }
      />
      <WebSiteForm key={data.version} data={data} initial={valuesOf(data)} onChanged={show} />
    </div>
  )
}

/** The logo of the web site in its own colours. */
function Sign({ site: { mark, logo, brand_colour } }: { site: WebSiteData }) {
  const { variables } = useBrandTheme(brand_colour)
  return (
    <span className={classes.mark} style={variables}>
      <Logo mark={mark} logo={logoUrl(logo)} size={32} />
    </span>
  )
}
