/**
 * Domains that send visits without visitors, so that their names stand among the referrers: the
 * list of https://github.com/matomo-org/referrer-spam-list (public domain) on 2026-08-20. They are
 * grouped by their last label. Those under '' have theirs.
 */
const namesByEnd = {
  biz: `
    affiliate-programs blue-square boost24 bravica covadhosting darknet-hydra-onion drev legalrc
    mrbojikobi4 odsadsmobile regionshop s-forum socialtrade tocan videotop yougame
    zarabotat-v-internete`,
  by: `
    akuhni auto-complex autoservic climate dompechey ledalfa ledx navek santaren timmy ventopt
    vodabur`,
  club: `
    bottraffic4free clothing-deal crypto-mining gearsadspromo mybestoffers newstaffadsshop
    trafficdrive trafficstudio xexe yourtraffic`,
  co: `
    bankhummer econom erot hydraruzxpnew4af.com ilovevitaly lumb senacertificados tip8 top8
    topseoservices`,
  com: `
    1-99seo 1-best-seo 1-free-share-buttons 100-reasons-for-seo 100dollars-seo 12masterov
    15-reasons-for-seo 16lv 1xbetcc 1xbetportugal 2-best-seo 3-best-seo 3dgame3d 3waynetworks
    4-best-seo 40momporntube 4istoshop 5-best-seo 5-steps-to-start-business 6-best-seo 6hopping
    7-best-seo 7makemoneyonline 7milliondollars 7zap 8-best-seo 84lv 8xv8 9-best-seo
    99-reasons-for-seo abaiak abclauncher acunetix-referrer adanih adcash adpostmalta adspart
    adventureparkcostarica aerodizain affordablewebsitesandmobileapps agro-gid ahhjf
    ai-seo-services aibolita albuteroli alcobutik24 alibestsale allcryptonews allergick
    allergija allproblog amazon-seo-service amtel-vredestein andrewancheta android-style
    anti-crisis-seo antonyhome arabic-poetry aruplighting ask-yug asupro aucoinhomes
    auto-b2b-seo-service automobile-spec autoseo-traffic autoseotips autovideobroadcast avcoast
    aviva-limoux aworlds azbukafree backlinks-fast-top bahisgunceladresi baixar-musicas-gratis
    balayazh balitouroffice batietiket bavsac beauty-lesson beremenyashka berglion
    best-seo-offer best-seo-solution bestfortraders besthatcheries bestmobilityscooterstoday
    bestvpnrating bestwebsitesawards betterhealthbeauty bezprostatita biglistofwebsites
    bin-brokers bitniex blackhatworth bloglag books-top boostmyppc brakehawk brandnewtube
    bravica break-the-chains brooklynsays btcnix buildwithwendy bulgaria-web-developers
    burger-imperia buttons-for-website buttons-for-your-website buy-cheap-pills-order-online
    buy-meds24 buynorxx buypillsonline24h cancerfungus cardsdumps carezi carscrim casino-vulkane
    casinox-jp catterybengal cattyhealth ccfullzshop cheap-trusted-backlinks cheappills24h
    chinese-amezon chomexun cityadspix civilwartheater clicksor coderstate codysbbq
    collectinviolity commentag concretepol connectikastudio cool-mining coral-info
    cosmediqueresults coverage-my crypto-bear crypto-bears crypto1x1 curenaturalicancro czcedu
    dacha-svoimi-rukami darknetsitesguide darodar dawlenie dcdcapital demenageur
    dermatovenerologiya deryie detailedvideos deutsche-poesie diplomas-ru distonija docs4all
    doggyhealthy dojki-hd domain-tracker dommdom dostavka-v-krym doxyporno doxysexy dreamland-bg
    drugstoreforyou drupa dspautomations dumpsccshop dzinerstudio e-buyeasy e-commerce-seo
    e-commerce-seo1 earn-from-articles edmed-sonline eduardoluis eduinfosite
    electric-blue-industries ellemarket elmifarhangi emicef empiremarketlink24 energysexy
    epcpolo epicdiving eraglass eric-artem eropho erotag escort-russian eskei83 essaytags estdj
    event-tracking exclusive-profit exdocsfiles fainaidea falco3d falcoware fanoboi
    fast-wordpress-start fbdownloader figensahin films2018 financial-simulation findercarphotos
    fix-website-errors flexderek floating-share-buttons foxweber francaise-poesie
    free-fb-traffic free-fbook-traffic free-floating-buttons free-games-download.falcoware
    free-share-buttons free-social-buttons free-video-tool free-website-traffic freewhatsappload
    fsalas furniturehomewares gammatraffic garantprava germes-trans get-free-social-traffic
    get-free-traffic-now get-seo-help ghostvisitor goldvaultmetals golyedevushki
    goodcoffeepremium goodhumor24 googlemare googlsucks greentechsy guidetopetersburg halefa
    handicapvantoday havepussy hawaiisurf hdmoviecams headpharmacy healgastro heroero heutc
    hexometer holistickenko holodkovich hongfanji hosting-tracker hotblognetwork hottour
    housediz hsoutdoor hulfingtonpost hundejo hvd-store hydra-dealer hydra-onion-faq hydra-pc
    hydra-vhod2020 hydra-zerkalo20 hydra1717 hydra2020gate hydra2020market hydra2020onion
    hydra2020ru hydra2020zerkala hydra2020zerkalo hydra20onion hydra20online hydra20original
    hydra2use hydra2zahod hydraena hydrahow hydrahudra hydramarket2020 hydramirror2020
    hydrarusmarket hydraruz-2020 hydraruzonion2020 hydraruzxpwnew4afonion hydrauliczny
    hydrazerkalo2020 ideayz igadgetsworld igamingtop ilikevitaly ilovevitaly iminent impotentik
    infektsii infodocsportal inmoll installspartners instasexyblog isotoner it-worlds iyfsearch
    jav-fetish jav-idol javcoast jikem jintub judyandsimon jumkite jyrxd kabbalah-red-bracelets
    kambasoft kanakox kazrent keywords-monitoring-success keywords-monitoring-your-success
    kinnarimasajes kosunnyclub kozhakoshek kozhasobak kozhniebolezni landoftracking
    laptop-4-less laxdrills lcgrm leeboyrussia live-xbet livefixer livingsimply
    local-seo-for-multiple-locations lowpricesiterx lsitenonrepeat lucxspace madisonclothingny
    mainhunter makemoneyonline maltadailypost manimpotence maofengjx masterseek max-apprais
    mebel-arts mebel-ekb meblieco med-dopomoga medicineseasybuy meds-online24 miaxxx migronis
    mikozstop minegam mockupui moinozhki money-for-placing-articles mostbet-285 moy-dokument
    moyparnik msk-sprawka mwductwork mycheaptraffic mycollegereview mydirtystuff myecomir
    myftpupload myplaycity mytherealshop nakozhe narosty natali-forex needtosellmyhousefast
    newagebev nfocusdriver now-hydra2020 nsujfo nufaq nutriwestncahi nwrcz o-o-11-o-o o-o-6-o-o
    o-o-8-o-o obsessionphrases odiabetikah ofermerah office2web ogorodnic okoshkah onionshydra
    online-intim online-templatestore oohlivecams osdzc own-ahrefs pacobarrero paidonlinesites
    painting-planet petrovka-online phimmakinhdi photokitchendesign picturesmania pills24h
    pinupp1 pizdeishn pizza-imperia pizza-tycoon plagscan poker-royal777 popelina popugaychiki
    pornhub-ru porno-asia pornoforadult pornogig pornonik pornoplen priceg pricheski-video
    primfootball prizesk prodaemdveri progressive-seo promotion-for99 prostitutki-rostova.ru
    prostoacc purchasepillsnorx qualitymarketzone rangjued rankings-analytics rczhan
    realresultslist recinziireale rednise redraincine remont-kvartirspb resell-seo-services
    resellerclub residualforlife rrutw rspectr ru-onion rufreechats rumamba rus-lit
    russian-translator samara-airport sanjosestartups savetubevideo screentoolkit scripted
    search-error searchencrypt sel-hoz selfhotdog sell-fb-group-here semalt semaltmedia semxiu
    seo-2-0 seo-platform seo-services-b2b seo-services-wordpress seoanalyses seocheckupx
    seoservices2018 sexreliz sexsaoy sexyali share-buttons-for-free shcrose shop.garena.ru
    shop2hydra shoppinglocation shopsellcardsdumps shsupplychain similarmoviesdb
    simoncinicancertherapy simple-share-buttons site5 sitesadd skinali sladkoevideo slashpet
    slotron sneakerfreaker snucm social-buttons sosdepotdebilan souvenirua spain-poetry
    sprawka-help sqadia stocktwists stop-zavisimost store-rx stream-tds stuffhydra success-seo
    sudachitravel sundrugstore super-seo-guru svarog-jez svensk-poesi svoimi-rukamy svs-avto
    tamada69 tattooha tdbatik tedxrj tgsubs tgtclick thaoduoctoc theguardlan
    therealshop.exaccess thesensehousehotel tomck tommysautomotivecare top-kasyna top-l2
    top1-seo-service top10-online-games top10-way topgurudeals toposvita torobrand
    tourburlington trafers traffic2money travel-semantics trex-casino tricolortv-online
    uctraffic uginekologa ukrainian-poetry ukrcargo undergroundcityphoto univerfiles
    uptimechecker urlumbrella uzpaket uzungil valid-cc validccseller vardenafil20 vbikse
    vesnatehno video--production video-woman videos-for-your-business virtualbb vkonche
    vodaodessa volond vulkan-oficial vzheludke vzubah vzube vzubkah w2mobile-za w3javascript
    wakeupseoconsultant wallpapers-all webmaster-traffic websites-reviews weburlopener
    wfdesigngroup wjxmenye wmasterlead woduc wordpresscore workona worldgamenews worldofbtc
    wufak x-lime xn----itbbudqejbfpg3l xn--80aanaardaperhcem4a6i xn--e1aaajzchnkg.ru
    xtrafficplus xz618 yes-com yes-do-now youporn-ru your-good-links yourserverisdown
    zakisazota-official zdm-auto zhoobintravel`,
  ga: `
    black-friday burn-fat cyber-monday eyes-on-you getlamborghini makeprogress pornhub-forum
    quit-smoking rapidgator-porn strongtools unpredictable youporn-forum`,
  info: `
    03e 03p 12u adviceforum allknow allwomen apteka artdeko avkzarabotok bestofferhddbyt
    bestofferhddeed bif-ru bizru bki24 bluerobot brillianty buy-cheap-online call-of-duty dicru
    drugs-no-rx duitbux earnian-money finansov for-marketersy forsex forum69 freenode freewlan
    get-clickize get-more-freeer-visitors get-more-freeish-visitors get-your-social-buttons
    getaadsincome getadsincomely getfy-click getpy-click getrichquickly gobongo gorgaz
    growth-hackingan growth-hackingor growth-hackingy huntdown hydravizoficial ilovevitaly
    immigrational increasewwwtraffic inform-ua kino-key krumble-adsde krumble-adsen
    krumbleent-ads lerporn medbrowse money7777 mosputana naobumium no-rx nubuilderian online-hit
    perform-like-alibabaity perform-likeism-alibaba piluli porno-chaman pornoelita pornosemki
    ranksonic robocheck savetubevideo smartphonediscount spy-app svetka top-instagram
    wallpaperdesk we-ping-for-youic website-analyzer worldmed ww2awards xrp-ripple youhack
    zdorovie-nogi`,
  kz: `
    aidarmebel all-news arendakvartir avtovykup bio-market dav discounttaxi e-stroymart hseipaa
    kazlenta mybuh seo-smm snabs xn--e1aahcgdjkg4aeje6j`,
  net: `
    12-reasons-for-seo 3-letter-domains acads adrenalinebot aimiot alpharma amatocanizalez
    anyiyun arkkivoltti asynt belreferatov bravica chcu considerin dailyrank dbutton dentuled
    descargar-musica-gratis docsarchive docsportal documentbase documentserver documentsite
    dogsrun dreams-works edudocs eduserver eets energomash eropho fastgg filesclub filesdatabase
    foojo gcmx glktfw gxcb harpro hdmoviecamera heeha hydra-slon hydraland hydranten
    hydraonion2019 hydraulicoilcooler hydrazerkalo2019 iceton igru-xbox immobilieralgerie
    incomekey iuyun kakablog kinopolet kinosed klfd knigonosha konkursov krasivoe-hd leddjc
    manwang matomete meteocast mifepriston minghaimuyuan miningblack mirtorrent mnogabukaff
    modnie-futbolki monetizationking nbok newsfj novalskincare officedocuments onionhydra
    onlinedic oudallas ozas partnerskie-programmy pizdeishn popads porno2xl pornorasskazy
    pornoslave qxnr ranksonic rapidhits readlife responsive-test rfesc runetki-online scansafe
    semalt seocheckupx seojokes seopub sexpornotales sexreliz sexuria sexwife sharebutton
    shnyagi singularwebs siteripz sjmsw sledstvie-veli snaiper-bg socialine sohoindia
    spravkavspb sribno sssexxx tcyh thegreensociety thesmartsearch torrentgamer traphouselatino
    ttechno udav ufolabs uniqgen unlimitdocs uptime-as uptime-eu uptime-us vchulkah vgoloveboli
    wbjm webmonetizer wordpress-crew x-lime xaker26 xmnb yqpc zahodi2hydra zeyao zhcsapp zsio
    zvuker`,
  online: `
    1xslot-casino 70casino aio alguiblog aliviahome arcarticle astimvnc atoblog baciakte
    balakhna billyblog blancablog bonniesblog bravica britneyblog casino-top3 cazino-v ciarustde
    darleneblog doreenblog eavuinsr encmbtia erofus expediacustomerservicenumber fatrizscae
    fiuagts georgeblog gevciamst gk-casino hydra hydra-2020 hydra-new ieamblog jariblog kaegtcr
    kendrablog kevinsnow kinostar labguamec laitrcus lawrenceblog lindsayblog lolzteam lyckants
    marihome marjorieblog meuikcr michellblog newbieseoblog obzor-casino-x phimarshcer
    pornohd1080 promoteapps rachelblog rank-checker ratraiser royal-casino royal-casinos
    royal-cazino samanthablog site-auditor startraffic superslots-casino superslots-cazino
    tammyblog tokshow track-rankings umatrcs urbanchr v-cazino vanessablog wandamary
    website-analytics xtrafficplus`,
  org: `
    4webmasters alkanfarma anticrawler apollon-market-url atleticpharm auto-seo-service
    autoseo-service azartclub balkanfarma blog100 blogua cannazon-market conciergegroup
    copyrightclaims copyrightinstitute crazy-mining crypto-wallets dipstar draniki ecommerce-seo
    eecz empire-market empiremarket-link empirestuff ero-video-chat f1nder generalporn guardlink
    humanorightswatch hydra-guide hydra-shop ilovevitaly kinobum landliver lolzteam niuting
    nyinfo onlywoman pageinsider porndl pornhive pornofoto ptfic ranksonic sitevaluation smailik
    stoliar superiends trade365 traffic2cash trafficmonetize trafficmonetizer tvfru wpnull xkaz
    zastroyka`,
  pro: `
    amp-project best-deal-hdd bravica brickmaster btt-club insider okna-systems oooh podemnik
    pron rapidsites revolgc uyut-dom validus webalex yurcons`,
  ru: `
    01casino-x 1kreditzaim 1pamm 1st-urist 1winru 1xbet-entry 1xbetonlines1 1xbetts
    1xslot-casino 4inn 4xcasino 5elementov 5forex 69-13-59 7kop 7ooo acarreo accs-store
    actualremont adrenalinebot adult-video-chat aerotour afora aliexsale all4bath allfan
    allvacancy allwrighter alp-rk alphaopt24 amos-kids amt-k ananumous anapa-inns animenime
    antiguabarbuda applepharma apteka-doc apteka-pharm arendadogovor argo-visa artclipart
    artpaint-market artparquet atyks auto-kia-fulldrive autofuct avtointeres avtorskoe-vino
    baladur batut-fun beachtoday beclean-nn best-mam best-printmsk bestbookclub bet-winner1
    bet2much betslive bettorschool bez-zabora binokna biplanecentre bird1 biz-law bo-vtb24
    boltushkiclub bonus-betting bonus-spasibo-sberbank bonus-vtb bravica brk-rti
    brothers-smaller brusilov bsell bufetout buhproffi buildnw bur-rk business-online-sberbank
    buy-forum cartechnic casino-top3 casino-x-now cazino-v cenokos cenoval chainii chatrazvrat
    chip35 chipmp3 chizhik-2 citybur cityreys club-lukojl coffeemashiny commerage comp-pomosch
    computer-remont credit-card-tinkoff credit-cards-online24 dailystorm damianis deart-13
    dent-home detskie-konstruktory devochki-video diatelier dienai dividendo djekxa djonwatch
    dktr dna-sklad dnmetall doctornadezhda dogovorpodryada dojki-devki dom-international
    domashniy-hotel domashniy-recepti domovozik domsadiogorod doska-vsem dvk-stroi eaptekaplus
    ecomp3 edakgfvwql educhess ege-essay ege-krasnoyarsk ek-invest ekbspravka eko-gazon
    ekoproekt-kr elegante-vitrage elektrikovich elementspluss emctestlab emerson-rus
    englishtopic enter-unicredit eroticheskij-video-chat es-pfrf etotupo ets-2-mod
    euromasterclass europages.com eurosamodelki eventiyahall exotic-video-chat expert-find
    express-vyvoz fartunabest fashiong favoritki-msk fazika fierrohack filter-ot-zheleza
    fit-discount flowertherapy forex-procto fpclub frankofficial frauplus free-video-chat
    fsin-pokypka gamblingpp game300 gandikapper gasvleningrade gatwick gays-video-chat gazel-72
    gbh-invest geliyballon gelstate ghazel gidro-partner giftbig girlporn gk-casino gkvector
    glavprofit global-smm golden-praga good-potolok goodbyecellulite goodprotein google-liar
    grafaman gruzchiki24 happysong hd1080film hdsmartvideoreg healbio healthhacks hit-kino
    holiday-shop hostiman housedesigning housemilan howopen hoztorg-opt hydra-2019 hydra-2020
    hydra-site hydraruzonionx hydraruzxpnew4aff i-spare ib-homecredit ib-rencredit iloveitaly
    ilovevitaly imperiafilm in-mostbet in-sto incitystroy insultu-net interferencer intex-air
    intimchats investpamm iskalko iskussnica ispaniya-costa-blanca izamorfix izhstrelok izi24
    jjbabskoe job-opros job-prosto jobgirl24 jweber kabinet-5ka kabinet-alfaclick
    kabinet-binbank kabinet-card-5ka kabinet-click-alfabank kabinet-esia-gosuslugi
    kabinet-faberlic kabinet-gosuslugi kabinet-ipoteka-domclick kabinet-karta-5ka
    kabinet-lk-megafon kabinet-lk-rt kabinet-login-mts kabinet-mil kabinet-mos
    kabinet-my-beeline kabinet-my-pochtabank kabinet-nalog kabinet-online-bm kabinet-online-open
    kabinet-online-rsb kabinet-online-rshb kabinet-online-sberbank kabinet-online-sovcombank
    kabinet-online-vtb kabinet-pfr kabinet-pfrf kabinet-platon kabinet-qiwi kabinet-tele2
    kabinet-tinkoff kabinet-tricolor kabinet-ttk kabinet-vtb24 kakworldoftanks kamin-sam kazka
    kino-fun kollekcioner komp-pomosch komputers-best krasnodar-avtolombard krasota kruiz-sochi
    kursy-ege lakiikraski lalalove leboard leto-dacha lider82 lifespeaker ligastavok-in
    littleberry livia-pache lk-gosuslugi lk-lk-rt login-tinkoff logo-all lookover lotoflotto
    lukoilcard luton-invest luxup luxurybet magnetic-bracelets mamylik marathonbet-in
    marblestyle maxxximoda mebelcomplekt med-recept medcor-list medic-al medicaltranslate
    meduza-consult megalit-d megapolis-96 megatkani melbet-in meriton metallo-konstruktsii
    metallosajding mikrozaym2you mirfairytale misselle mksoap mksport mmdoors mobisport
    modforwot moe1 moisadogorod moneytop moneyzzz moonci mosrif mostbet-original mostorgnerud
    moy-evroopt moyakuhnia moyaskidka moygorod-online mrt-info mtsguru mukis musichallaudio
    myborder mydoctorok mysexpics nachalka21 nanochskazki narkomaniya-stop natprof nethouse
    nevapotolok newsrosprom niki-mlt novosti-avto novosti-hi-tech novostic ntdtv o-o-6-o-o
    o-o-8-o-o o-promyshlennosti obzor-casino-x olovoley onenews24 onion20hydra online-akbars
    online-binbank online-mkb online-pharma online-pochtabank online-raiffeisen online-sbank
    online-video-chat online-vostbank online-vtb onlinewot ooo-olni optsol oracle-patches
    orakul.spb osteochondrosis otdbiaxaem-vmeste otdyx-s-komfortom palma-de-sochi pamyatnik-spb
    pamyatnik-tsena paretto parking-invest partizan19 paulinho pay pc-services perimetor
    perm.dienai perper petrushka-restoran petscar pfrf-kabinet pharm--shop photo-clip php-market
    pinupcasinos pinupcasinos1 piratbike pirelli-matador pk-pomosch pk-services podarkilove
    poddon-moskva podseka1 poiskzakona pokupaylegko polemikon popugauka porn-video-chat
    porno-gallery pornoklad pospektr potolokelekor povodok-shop pozdravleniya-c prezidentshop
    print-technology prlog procrafts producm profnastil-moscow prom23 promoforum prosmibank
    psa48 psn-card puzzleweb qwesa rainbirds rb-str rcb101 releshop rembash remkompov remontvau
    rent2spb replica-watch research.ifmo resurs-2012 rfavon roof-city room-mebel rospromtest
    royal-casino royal-casinos royal-cazino ru-lk-rt ru-online-sberbank ruhydraru ruinfocomp
    rulate rupolitshow ruscams-com ruspoety russian-postindex russian-videochats
    russkie-sochineniya rustag rybalka-opt sady-urala saltspray samara-comfort samchist
    samogonius santehnovich sapaship sauna-v-ufe sauni-lipetsk sauni-moskva screen-led
    seoexperimenty serialsx sex-spying sex-videochats sexy-girl-chat shagtomsk shanscasino1
    sheki-spb shop-garena shop4fit shoprybalka shops-ru shtaketniki shulepov sib-kukla
    sibecoprom sibkukla sign-service silvergull sim-dealer sinhronperevod skinali.photo-clip
    slftsdybbg slkrm slomm smt4 snegozaderzhatel soaksoak sochi-3d socialseet solartek
    solitaire-game solnplast sovetogorod sovetskie-plakaty sowhoz soyuzexpedition sp-laptop
    sp-zakupki spb-plitka spb-scenar specstroy36 sportobzori sportwizard spravka130 ssve st-komf
    sta-grand stavimdveri steame stiralkovich stoletie stop-nark stroi-24 stroy-matrix stroyalp
    stroyka-gid stroyka47 studentguide su1ufa supervesti svadba-teplohod svet-depo t-machinery
    taihouse tam-gde-more tattoo-stickers tcenavoprosa td-abs td-l-market td-perimetr tds-west
    technika-remont telfer tennis-bet tentcomplekt teplohod-gnezdo teplokomplex tesla-audit
    thaimassage-slon the-world top-gan topmebeltorg torospa tracker24-gps transsex-videochat
    tsc-koleso tuningdom twsufa uasb ucanfly ucoz ul-potolki uruto uslugi-tatarstan uyutmaster73
    v-casino v-cazino vaderenergy vape-x varikozdok vescenter veselokloun vetbvc viagra-soft
    video-girl-online videochat-dating viktoria-center virtchats virtual-love-video
    virtual-sex-chat virtual-sex-time virtual-sex-videochat virtual-zaim vksex vladtime vodkoved
    vrazbor59 vsdelke vseprobrak vulkan-nadengi vulkanrussia1 wave-games weightbelts
    woman-orgasm workius wrc-info www-lk-rt x5market xxxvideochat yaderenergy yhirurga
    ykecwqlixx yoga4 your-tales yur-p yuristproffi zahvat zakis-azota24 zamolotkom zapnado
    zavod-gm zdm-auto zt-m zvetki`,
  shop: `
    abuser afshan anabolics blogorganictraffic blogtraffic davilaonline feiacmr graceonline
    hitree ialgramer kaircm lighthearteds mossiemckenzie mytraffic smzt urbanblog veles
    xtrafficplus`,
  site: `
    1x-slot 1x-slots 1xslot 1xslot-casino 1xslots 1xslots-africa 1xslots-brasil 1xslots-casino
    24x7-server-support 2your anydesk casino-top3 casino-v dosugrostov gk-casino hdhc jav-fetish
    kerch leon-official maigralr mikrozaim prizrn sex-porno speedup-my superslots-casino
    superslots-cazino superslotz-casino superslotz-cazino v-casino vavada-cazino
    website-speed-check website-speed-checker`,
  su: `
    4ip aviaseller bravica deluxewatch inet-shop mhp pornobest t-rec thelotter unibus viel
    xn----7sbabm1ahc4b2aqff`,
  top: `
    1wek adelachrist annaeydlish aoul arpe artblog artpress axcus barbarahome bdf-tracker
    bitcoin-ua black-tip blog2019 blog4u blogking blognet bpro1 briankatrine compliance-john
    compliance-julianna constanceonline covblog darcysassoon deirdre denisecarey deniseconnie
    elizabethbruno faithe fineblog firstblog galblog gepatit-info greatblog hilaryblog hydra2020
    johnnyhaley josephineblog joyceblog kevblog kimblog livejournal maxinesamson melissahome
    meroyharte moiragracie mosputana mostcool nancyblog nicola nicolaonline ninacecillia qoinex
    raymondblog reginablog reginanahum samlaurabrown sarahmilne seo-tips seobook sloopyjoes.com
    space2019 squarespace stylecaster supermama suzanneboswell teresablog vavada-casino
    veronicablog wallinside xn--d1aifoe0a9a`,
  ua: `
    a-elita.in agtl.com alma-mramor.com altermix antonovich-design.com autoblog.org
    bard-real.com billiard-classic.com brauni.com budmavtomatika.com cardiosport.com carivka.com
    ci cleandom.in columb.net cp24.com credit.co customsua.com delfin-aqua.com dengi-v-kredit.in
    divan-dekor.com dvr.biz elenatkachenko.com elentur.com elvel.com este-line.com etehnika.com
    feminist.org fitodar.com freshnails.com gezlev.com groshi-kredut.com incanto.in it-max.com
    jobius.com kakadu-interior.com karapuz.org kharkov kiyany-za-spravedluvist.com komukc.com
    kredutu.com kredytbank.com laminat.com makler.org maridan.com mebel-iz-dereva.kiev
    mebeldekor.com med-zdorovie.com mikrocement.com mirobuvi.com mobicover.com
    muscle-factory.com naturalpharm.com obyavka.org palvira.com pamjatnik.com polyana-skazok.org
    portnoff.od predmety.in probenzo.com prodvigator prointer.net ptashkatextil raschtextil.com
    razborka-skoda.org sad-torg.com security-corporation.com shopfishing.com skidku.org
    spartania.com stat.lviv strady.org supermodni.com superoboi.com teman.com texnika.com
    tocan.com transit.in trion.od tsatu.edu ukrtvory.in veloland.in vezdevoz.com warmex.com
    wdss.com works.if xn--d1abj0abs9d.in xpert.com zagadki.in zakaznoy.com zelena-mriya.com`,
  "xn--p1ai": `
    xn-------53dbcapga5atlplfdm6ag1ab1bvehl0b7toa0k xn-----6kcacs9ajdmhcwdcbwwcnbgd13a
    xn-----6kcamwewcd9bayelq xn-----7kcaaxchbbmgncr7chzy0k0hk xn-----clckdac3bsfgdft3aebjp5etek
    xn----7sbabb9a1b7bddgm6a1i xn----7sbabhjc3ccc5aggbzfmfi xn----7sbabhv4abd8aih6bb7k
    xn----7sbabn5abjehfwi8bj xn----7sbbpe3afguye xn----7sbho2agebbhlivy xn----8sbaki4azawu5b
    xn----8sbbjimdeyfsi xn----8sbhefaln6acifdaon5c6f4axh
    xn----8sblgmbj1a1bk8l.xn----161-4vemb6cjl7anbaea3afninj xn----8sbowe2akbcd4h
    xn----8sbpmgeilbd8achi0c xn----btbdvdh4aafrfciljm6k xn----ctbbcjd3dbsehgi
    xn----ctbfcdjl8baejhfb1oh xn----ctbigni3aj4h xn----dtbffp5aagjgfm xn----ftbeoaiyg1ak1cb7d
    xn----jtbjfcbdfr0afji4m xn--78-6kc6akkhn3a3k xn--78-6kcmzqfpcb1amd1q
    xn--80aaajkrncdlqdh6ane8t xn--80aabcsc3bqirlt xn--80adaggc5bdhlfamsfdij4p7b
    xn--80adgcaax6acohn6r xn--80aeb6argv xn--80aebzmbfeebe xn--80ahdheogk5l
    xn--90acenikpebbdd4f6d xn--b1adccayqiirhu xn--c1acygb`,
  xyz: `
    2-easy 2-go-now abacoasale abcdefh abcdeg account-my1 advokateg ahecmarket aimeesblog
    akmussale alertomall alfabot amylynnandrews analytics-ads animalphotos anrtmall apilian
    arendovalka arkansale artsmarket ascotgoods aszokshop ayongoods berkinan best-seo-software
    bibprsale biteg blog2019 blogseo bmusshop boltalko bostonline bot-traffic bottraffic143
    bottraffic329 bottraffic999 bowigosale bradleylive brateg budilneg buketeg bukleteg
    catherinemill cauxmall celestepage chatmall cilolamall cmrrsale cmseshop compliance-alex
    compliance-alexa compliance-andrew compliance-barak compliance-brian compliance-don
    compliance-donald compliance-elena compliance-fred compliance-george compliance-irvin
    compliance-ivan comuneshop cookie-law-enforcement-aa cookie-law-enforcement-bb
    cookie-law-enforcement-cc cookie-law-enforcement-dd cookie-law-enforcement-ee
    cookie-law-enforcement-ff cookie-law-enforcement-gg cookie-law-enforcement-hh
    cookie-law-enforcement-ii cookie-law-enforcement-jj cookie-law-enforcement-kk
    cookie-law-enforcement-ll cookie-law-enforcement-mm cookie-law-enforcement-nn
    cookie-law-enforcement-oo cookie-law-enforcement-pp cookie-law-enforcement-qq
    cookie-law-enforcement-rr cookie-law-enforcement-ss cookie-law-enforcement-tt
    cookie-law-enforcement-uu cookie-law-enforcement-vv cookie-law-enforcement-ww
    cookie-law-enforcement-xx cookie-law-enforcement-yy cookie-law-enforcement-zz cpnbshop cvta
    dailyblog dailyseo danhale detoolzon dezeypmall dgdsoutlet dienmaytot dldsshop doctmalls
    ecblog ednetstore ekatalog elainasblog empire-market envistore erias erinhome etsfshop
    eu-cookie-law-enforcement2 eurocredit evreuxshop execedmall firmgeo flyblog
    free-social-buttons free-social-buttons7 free-traffic fvetgoods gaokr getbottraffic4free
    goyua gttpsale halat hamyshop hankspring hardosale himandmall hiwpro hkjrsale hrtonline
    hugblog iblogpress ieeeoutlet ierblog ilovevitaly incoonline ingramreed iridsale izhevskjob
    jabug jacblog janemill jeffbullas joycee justprofit katrd kellyonline kenyagoods kexihao
    kolcasale kpcconline lafppshop lambreshop law-check-two law-enforcement-bot-ff
    law-enforcement-check-three law-enforcement-ee law-six lcecshop lebowmall lsex madjonline
    malbgoods mamidushop manonstore martinahome mathoutlet mercanmall mhrdmall monicablog mtras
    mvmagoods nanwar naphi nebbiasale net-profits nhmrcsale nvkzsale oblismall oledonline
    one-a-plus pandoshop parcsmalls patonsale pecmastore penzu posteezy primoblog proquoshop
    psiosale qiwi qtrstar refpawro riedismall rkmbonline rusexy sabinablog saudegoods sciedsale
    seisasale seo-traffic serenamall servemlixo shamcisale share-buttons shisenshop shtormmall
    sihugoods sirhoutlet siritshop slow-website social-button social-buttons-ii social-traffic-1
    social-traffic-2 social-traffic-3 social-traffic-4 social-traffic-5 social-traffic-7
    social-widget socialbuttons spscmall statashop suckoutlet supertraffic taartstore tccp
    tcsinksale terapist totppgoods traffic-cash traffic2cash trafficbot4free trafficgenius
    travgoods tudusale uaecdsale ucban ucsfstore ukstmalls upcronline urblog uterkysale uusmsale
    v-casino vidzwap vrnhnmall wallstore wasabisale web-revenue wptraffic xtrafficplus zexhgoods`,
  "": `
    0-0.fr 007agent-i.fr 033nachtvandeliteratuur.nl 0n-line.tv 1-88.vip 1webmaster.ml
    1xslots.africa 24h.doctor adf.ly adtiger.tk advertisefree.co.uk aitiman.ae alexsander.ch
    alinabaniecka.pl allmarketsnewdayli.gdn allnews.md allnews24.in armetsrcu.asia arturs.moscow
    azlex.uz bavariagid.de bedroomlighting.us best-ping-service-usa.blue bhf.vc blockchaintop.nl
    blog.xsk.in blogstar.fun blogtotal.de bonkers.name bot-traffic.icu botamycos.fr
    bottraffic.live bottraffic4free.host bravica.me bravica.news buypuppies.ca c2bit.hk
    candida-society.org.uk carder.me carder.tv carders.ug cashforum.cc casino-top3.fun
    casino-top3.space casino-top3.website casino-x.host casinosbewertung.de certifywebsite.win
    cezartabac.ro chatroulette.life cheapkeys.ovh coeus-solutions.de coinswitch.cash coleso.md
    covid-schutzmasken.de curenaturalicancro.nl darknet.sb delo.fund dev-seo.blog dodge-forum.eu
    dominateforex.ml domination.ml easycommerce.cf egovaleo.it ekto.ee eldoradorent.az
    ericshome.store esoterikforum.at etairikavideo.gr fidalsa.de finder.cool for-your.website
    fortwosmartcar.pw fullzdumps.cc gearcraft.us geniusfood.co.uk getrichquick.ml gidonline.one
    gk-casino.fun gk-casino.space gk-casino.website hagirkblog.space hard-porn.mobi
    hentai-manga.porn homeafrikalike.tk homemypicture.tk howtostopreferralspam.eu
    hydra-centr.fun hydra2.market hydraruzxpnew4af.ink hyip-zanoza.me ico.re iloveitaly.ro
    infogame.name jackonline.store javlibrary.cc justkillingti.me kierowca-praca.pl kino2018.cc
    krasota-zdorovie.pw l2soft.eu lipidofobia.com.br livingroomdecoratingideas.website lolz.guru
    loveorganic.ch luckybull.io magicart.store magicdiet.gq marketland.ml matras.space
    mattgibson.us midnight.im mmm.lc mmm.sb mobilemedia.md moon.market nomerounddec.cf
    obnallpro.cc okno.ooo omega.best onlinetvseries.me oqex.io ownshop.cf piulatte.cz
    politika.bg pops.foundation private-service.best professionalsolutions.eu punch.media
    quickchange.cc reklamnoe.agency reversing.cc rightenergysolutions.com.au rutor.group
    rxshop.md s-luna.me santasgift.ml scat.porn seekanvdoo22.live seoriseome.netlify.app
    sharebutton.io sharebutton.to shoppingmiracles.co.uk snip.to snip.tw spin2016.cf
    spravkavspb.work ssn.is stomatologi.moscow svetoch.moscow swaplab.io sweet.tv
    tagmeanvice.live targetpay.nl theautoprofit.ml topquality.cf tor.vc torrentred.games
    traderzplanet.co.in trafficbot.life trex.casino trieste.io truebeauty.cc ua.tc v-casino.fun
    v-casino.host v-casino.website vavada-casino.host vavada-cazino.host videochat.guru
    videochat.world virus-schutzmasken.de vpdr.pl vseigru.one vseigry.fun wallabag.malooma.bzh
    wallet-prlzn.space wayfcoin.space web-analytics.date weblibrary.win websitebottraffic.host
    websocial.me xion.cash xn------6cdbciescapvf0a8bibwx0a1bu.xn--90ais
    xn----8sbarihbihxpxqgaf0g1e.xn--80adxhks xn--90acjmaltae3acm.xn--p1acf
    xn--e1agf4c.xn--80adxhks xtraffic.plus xxxhamster.me yodse.io zonefiles.bid zot.moscow
    zvooq.eu`,
};

/** All of them. A host below one is of its owner, too. */
export const spamDomains: ReadonlySet<string> = new Set(
  Object.entries(namesByEnd).flatMap(([end, names]) =>
    names
      .trim()
      .split(/\s+/)
      .map((name) => (end === "" ? name : `${name}.${end}`)),
  ),
);
