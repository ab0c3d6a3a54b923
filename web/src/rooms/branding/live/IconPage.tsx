import { iconSizes, superSystemIcon } from '@cutaway/contract/rooms/branding/live-address.ts'
import { addLogoBannerSetting, getLogoBannerSetting } from '@cutaway/contract/rooms/branding/pictures.ts'
import { urlOf } from '@cutaway/contract/client.ts'
import { useDebouncedValue } from '@mantine/hooks'
import { IconDownload } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { call } from '../../../core/api.ts'
import { useTexts } from '../../../core/i18n/i18n.ts'
import { useSignedIn } from '../../../core/session.ts'
import { toast } from '../../../core/toast.ts'
import { paths } from '../../../paths.ts'
import { QueryState } from '../../../ui/feedback/QueryState.tsx'
import { SkeletonText } from '../../../ui/feedback/Skeletons.tsx'
import { Button } from '../../../ui/form/Button.tsx'
import { FieldFrame, TextInput } from '../../../ui/form/Field.tsx'
import { SegmentedControl } from '../../../ui/form/SegmentedControl.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { FieldError } from '../../sites/FieldError.tsx'
import classes from './Live.module.css'

type Kind = 'logo' | 'banner'
interface Setting {
  setting_type: Kind
  logo_width: number
  logo_height: number
}

/** Downloads the icon of the super system: the logo or the banner in a chosen size, with a preview. */
export default function IconPage() {
  const t = useTexts()
  const { user } = useSignedIn()
  const query = useQuery({
    queryKey: ['icon-setting', user.user_id],
    queryFn: ({ signal }) => call(getLogoBannerSetting, { params: { user: user.user_id }, signal }),
  })
  return (
    <div className={classes.page}>
      <PageHeader title={t('nav_super_system_icon')} subtitle={t('icon_text')} />
      <QueryState query={query} failed={t('icon_not_loaded')} waiting={<SkeletonText lines={6} />}>
        {(setting) => <Icon userId={user.user_id} setting={setting} />}
      </QueryState>
    </div>
  )
}

const isSize = (size: number) => Number.isInteger(size) && size >= iconSizes.least && size <= iconSizes.most

function Icon({ userId, setting }: { userId: number; setting: Setting }) {
  const t = useTexts()
  const client = useQueryClient()
  const [kind, setKind] = useState<Kind>(setting.setting_type)
  const [width, setWidth] = useState(String(setting.logo_width))
  const [height, setHeight] = useState(String(setting.logo_height))
  const wanted = { setting_type: kind, logo_width: Number(width), logo_height: Number(height) }
  const isWidth = isSize(wanted.logo_width)
  const isHeight = isSize(wanted.logo_height)
  const isRight = isWidth && isHeight
  const [drawn] = useDebouncedValue(isRight ? JSON.stringify(wanted) : '', 300)
  const [shown, setShown] = useState(JSON.stringify(isRight ? wanted : setting))
  if (drawn !== '' && drawn !== shown) setShown(drawn)
  const src = urlOf(superSystemIcon, { user: userId, json: JSON.parse(shown) as Setting })
  const saving = useMutation({
    mutationFn: () => call(addLogoBannerSetting, { body: { ...wanted, user_id: userId } }),
    onSuccess: (saved) => {
      client.setQueryData(['icon-setting', userId], saved)
      toast('icon_saved')
    },
    onError: (error) => toast(error),
  })
  const isSaved =
    kind === setting.setting_type &&
    wanted.logo_width === setting.logo_width &&
    wanted.logo_height === setting.logo_height
  const limits = { least: iconSizes.least, most: iconSizes.most }
  const errorOf = (right: boolean) => (right ? undefined : <FieldError>{t('icon_size_limits', limits)}</FieldError>)
  return (
    <div className={classes.columns}>
      <Card title={t('icon_settings')}>
        <form
          className={classes.form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            if (isRight) saving.mutate()
          }}
        >
          <FieldFrame id="icon-kind" label={t('icon_picture')}>
            <div key="input" className={classes.segments}>
              <SegmentedControl<Kind>
                label={t('icon_picture')}
                value={kind}
                onChange={setKind}
                segments={[
                  { value: 'logo', label: t('icon_logo') },
                  { value: 'banner', label: t('icon_banner') },
                ]}
              />
            </div>
          </FieldFrame>
          <p className={classes.hint}>
            <Link to={kind === 'logo' ? paths.messageTexts : paths.banners}>
              {t(kind === 'logo' ? 'icon_change_logo' : 'icon_change_banner')}
            </Link>
          </p>
          <div className={classes.pair}>
            <TextInput
              id="icon-width"
              label={t('icon_width')}
              inputMode="numeric"
              dir="ltr"
              value={width}
              error={errorOf(isWidth)}
              onChange={({ currentTarget: { value } }) => setWidth(value.trim())}
            />
            <TextInput
              id="icon-height"
              label={t('icon_height')}
              inputMode="numeric"
              dir="ltr"
              value={height}
              error={errorOf(isHeight)}
              onChange={({ currentTarget: { value } }) => setHeight(value.trim())}
            />
          </div>
          <div className={classes.actions}>
            <Button type="submit" variant="default" disabled={isSaved || !isRight} loading={saving.isPending}>
              {t('save')}
            </Button>
          </div>
        </form>
      </Card>
      <Card title={t('preview')}>
        <div className={classes.preview}>
          <img src={src} alt={t('icon_preview')} />
        </div>
        <div className={classes.actions}>
          <Button
            component="a"
            href={src}
            download="super_system_icon.png"
            variant="filled"
            leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
          >
            {t('icon_download')}
          </Button>
        </div>
      </Card>
    </div>
  )
}
