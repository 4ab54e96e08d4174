/**
 * What readers call the things of software and its manuals, by language, in the form of
 * `readSynonyms`: nothing in it belongs to one product. Add to it what is true everywhere; what is true
 * of one site belongs into its own file.
 */
export const vocabulary: Readonly<Record<string, string>> = {
  en: `
add create insert new make generate build
add append include attach
delete remove erase drop purge wipe clear discard
forget delete expire
update edit change modify alter adjust rewrite revise
customize custom tailor personalize own
list show display view see browse
get fetch retrieve read obtain access
set configure setup setting config configuration option preference
install setup installation
deploy deployment publish release ship rollout
run start launch execute execution boot
invoke invocation call
stop end terminate cancel abort halt quit
finish complete completion done ready
pause suspend
resume continue
expire expiration expiry ttl lifetime
error fail failure exception problem issue trouble bug crash broken
fix solve resolve troubleshoot troubleshooting repair debug
notify notification alert webhook
message notification
login signin authentication authenticate auth
logout signout
password credential secret
key token credential secret
identity identifier id
user person people member customer account visitor
admin administrator manager owner
limit quota maximum cap max restriction
raise increase grow extend
reduce decrease lower shrink
large big huge long
rate throttle
429 throttle limit
401 unauthorized unauthenticated
403 forbidden permission
price cost pricing billing subscription charge fee buy purchase
pay payment billing invoice
plan tier subscription
free trial
fast speed performance latency quick slow optimize
file document attachment upload
upload import ingest
folder directory path
picture image photo screenshot
voice audio speech sound
video film
record entry item row
store save persist keep storage remember
database db datastore
server host backend instance
frontend ui interface
url address link endpoint domain
endpoint api call request route http rest
function method
parameter argument field option property attribute
response answer reply output result return
hit result match
input prompt
version release revision
history revision log audit changelog past previous
upgrade migrate migration update
move migrate transfer
switch migrate replace swap change
bulk batch mass several many multiple lot
import load ingest ingestion backfill
export download dump backup
backup restore recover
search find query lookup retrieve retrieval
filter restrict narrow
sort order rank ranking rerank
rank score relevance priority
threshold cutoff minimum
similar similarity related
compare comparison versus vs difference
chat conversation dialog dialogue thread talk
agent bot assistant
webhook callback event
trigger event
schedule cron periodic timer recurring daily
test debug try preview
local selfhost selfhosted onprem
selfhost selfhosted docker host
hosted cloud managed saas platform
language locale translation multilingual
send post submit push
receive accept get
wait delay timeout
timeout slow
retry repeat again attempt
loop iterate iteration repeat
condition branch if
parallel concurrent simultaneous
merge combine join aggregate
split divide chunk segment
share publish public
private hidden secret
permission access role right
approve approval review
environment env
variable placeholder
container docker image
command cli terminal shell
script automate automation
library package sdk module
plugin extension addon
integration connector connect integrate
example sample snippet tutorial guide
begin start quickstart
stream streaming realtime live sse
default standard
enable activate on
disable deactivate off optout
allow permit enable
block deny forbid prevent restrict
wrong incorrect invalid bad malformed
missing absent lost empty
duplicate repeat copy clone
duplicate dedupe deduplication
conflict contradict contradiction
schema structure format shape
summary summarize summarise
extract parse
embed embedding vector
graph relation relationship
recent latest newest
old stale outdated legacy
tag label category
group team workspace organization organisation
colleague member team
metadata attribute
count number amount total
size length dimension
page pagination
page web website site
mobile android ios app
app application
node step
workflow flow pipeline automation
invite invitation
monitor observe observability metric analytics statistics trace
track tracking telemetry analytics
secure security safe
encrypt encryption
privacy gdpr
verify validate validation check
status state progress
proxy gateway
disk storage volume
time date timestamp datetime
temporary ephemeral
permanent forever persistent
async asynchronous background
sync synchronous synchronize
model llm
offline local
email mail smtp
domain hostname cors
raw verbatim exact unchanged
font typeface typography
color colour palette
theme appearance style look
logo brand branding icon favicon
diagram chart figure drawing draw illustration
collapse collapsible accordion expand fold toggle
sidebar menu navigation
crawl scrape spider
transcribe transcription transcript speech
speak spoken talk voice
remember recall memory recollect memorize
teach learn train instruct
ensure guarantee enforce force
worker job task queue background
swagger openapi specification spec
spreadsheet csv excel table
support helpdesk ticket
health healthcare medical patient
shop ecommerce commerce store
teacher student education school
company firm business enterprise organization
topic subject category
meaning semantic
passage chunk segment section paragraph
piece part chunk fragment
surrounding context
computer machine laptop device
floating bubble widget
window dialog modal
form field input
choice option select
avatar profile
subscribe subscription listen
heartbeat ping keepalive
reconnect resume attach
disconnect drop interrupt interruption
session conversation thread
certificate tls ssl https
javascript js node nodejs
typescript ts
python py
postgres postgresql
mongo mongodb
elastic elasticsearch
kubernetes k8s
amazon aws
microsoft azure
google gcp
picture photo image vision multimodal
accuracy quality precision
evaluate evaluation benchmark
cheap cheapest economical inexpensive cost
teammate coworker colleague member collaborator
boss manager supervisor
guest visitor anonymous
greet greeting welcome
suggest suggestion recommend recommendation
feedback rating thumb vote like
annotate annotation comment note
warn warning alert callout
highlight mark emphasize
quote citation cite reference
signature sign verify
fake mock dummy sample simulate
undo revert rollback
frozen lock locked readonly immutable
forever permanent never
repository repo git github
contribute contribution contributing patch
bundle package archive zip
compress compression gzip
wildcard asterisk glob pattern
formula equation math
stdout output print
restart reboot reload
hang stuck freeze unresponsive
inspect debug view
usage consumption
nearest closest similar
opposite reverse inverse
hint tip
orphan orphaned unused leftover dangling
reword wording text content
everywhere global
somebody user person
human person people manual
reader visitor user
robot bot agent
customer client user
intake onboarding
greater less than comparison operator
older earlier previous past

turn off, switch off, opt out, disable, deactivate
turn on, switch on, opt in, enable, activate
log in, log on, sign in, sign on, login, signin, authenticate
log out, log off, sign out, sign off, logout, signout
sign up, register, signup, registration
set up, setup, configure
get rid of, take away, remove, delete
get started, first steps, from scratch, quickstart, start, introduction
look up, look for, search, find
speed up, performance
shut down, shutdown, stop
back up, backup
roll back, go back, bring back, rollback, restore, revert
put back, restore
at once, in one go, in a single request, batch, bulk
at the same time, in parallel, parallel, concurrent
one by one, one after another, for each, iterate, loop
over and over, loop, repeat
by hand, manual, manually
on its own, by itself, automatic, automatically
at no cost, free of charge, for nothing, free
how much, how expensive, price, cost
how many, how big, how large, limit, maximum
how long, duration, timeout, retention
how often, frequency, interval, schedule
every day, every morning, every week, every hour, every night, schedule, cron, daily
in the background, background, async
real time, realtime, streaming
own machine, own server, own hardware, own computer, own infrastructure, on premise, on premises, self-host
without internet, no internet, offline, local
command line, cli, terminal
step by step, tutorial, guide
what is new, what changed, changelog
access denied, not allowed, no access, permission, forbidden
too many requests, 429, throttle
single sign on, sso
two factor, second factor, 2fa, mfa
pull request, contribute
fall back, fallback
plug in, plugin
add on, addon
time out, timeout
pop up, popup, modal
drop down, dropdown, select
open source, oss
as is, raw, verbatim
left out, omitted, skipped
put in front of, proxy
make sure, ensure, guarantee
take over, migrate
keep apart, separate, isolate, scope
tell apart, distinguish
put together, combine, merge
cut into, split, chunk
`,
  zh: `
添加 新增 增加 加入 创建 新建
删除 移除 清除 清空 去掉
修改 更改 更新 编辑 调整 变更
查看 浏览 显示 展示
查询 搜索 检索 查找 查到
获取 读取 取得 拿到
设置 配置 设定
安装 部署 搭建
启动 运行 执行 触发
停止 终止 取消 中止
暂停 挂起
失败 错误 报错 异常 出错 故障
修复 解决 排查
登录 登陆 认证 鉴权
注销 退出 登出
重置 忘记 找回
密码 口令 凭据 凭证
密钥 令牌
账号 账户 帐号 帐户
权限 授权
成员 同事 团队
上传 导入
下载 导出
备份 恢复 还原 回滚
升级 迁移
限制 上限 配额 最大
价格 费用 收费 付费 计费 订阅
图片 图像 照片
语音 音频 声音
文件 文档 附件
网站 网页 页面 站点
重复 循环 迭代
条件 分支 判断
合并 汇总 聚合
拆分 分段 切分 分块
定时 每天 每日 周期 计划 定期
通知 提醒 消息
审批 批准 审核 人工
发布 上线 公开 分享
插件 扩展
集成 接入 对接 连接
变量 参数 字段
返回 输出 响应 结果
对话 聊天 会话
记住 记忆 保存 存储 持久
日志 记录 历史
监控 观测 追踪 统计 分析
测试 调试 预览
流式 实时
图标 标志 外观
颜色 主题
标签 分类
嵌入 向量
相同 一致 固定 标准
`,
};
